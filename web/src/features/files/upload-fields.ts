import { descriptionProblem } from '@portal/contract/description.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files.ts'

export type UploadFields = {
  readonly categoryId: number | null
  readonly typeId: number | null
  readonly countyId: number | null
  readonly description: string
}

export const EMPTY_FIELDS: UploadFields = { categoryId: null, typeId: null, countyId: null, description: '' }

/** A new category clears the type, which belonged to the old one (specification, section 4). */
export function withCategory(fields: UploadFields, categoryId: number | null): UploadFields {
  return categoryId === fields.categoryId ? fields : { ...fields, categoryId, typeId: null }
}

export type RequiredField = 'categoryId' | 'typeId' | 'countyId' | 'description' | 'files'
export type Asked = { readonly asksCounty: boolean; readonly fileCount: number }

/** What the form marks as required and is still empty, in the order of the form. */
export function missingFields(fields: UploadFields, { asksCounty, fileCount }: Asked): RequiredField[] {
  const missing: RequiredField[] = []
  if (fields.categoryId === null) missing.push('categoryId')
  if (fields.typeId === null) missing.push('typeId')
  if (asksCounty && fields.countyId === null) missing.push('countyId')
  if (fields.description.trim() === '') missing.push('description')
  if (fileCount === 0) missing.push('files')
  return missing
}

/** The sentence that keeps the form from being sent, or null. */
export function uploadProblem(fields: UploadFields, asked: Asked): string | null {
  return missingFields(fields, asked).length > 0 ? FILL_ALL_FIELDS : descriptionProblem(fields.description)
}

/** The fields that travel with every file, by the names of the specification, section 3. */
export function toFormFields({
  categoryId,
  typeId,
  countyId,
  description,
}: UploadFields): Record<string, string> {
  return {
    attachmentCategoryID: String(categoryId ?? ''),
    attachmentTypeID: String(typeId ?? ''),
    description: description.trim(),
    ...(countyId !== null && { countyId: String(countyId) }),
  }
}
