import { descriptionProblem } from '@portal/contract/files/description.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files/upload-errors.ts'
import { isObject } from '../../../lib/wire.ts'

export type UploadFields = {
  readonly categoryId: number | null
  readonly typeId: number | null
  readonly countyId: number | null
  readonly description: string
}

export const EMPTY_FIELDS: UploadFields = { categoryId: null, typeId: null, countyId: null, description: '' }

/** Whether a stored value has the fields of this form. */
export function isUploadFields(value: unknown): value is UploadFields {
  if (!isObject(value)) return false
  const { description, categoryId, typeId, countyId } = value as Partial<UploadFields>
  return typeof description === 'string' && isId(categoryId) && isId(typeId) && isId(countyId)
}

function isId(id: unknown): boolean {
  return id === null || typeof id === 'number'
}

/** The fields kept for the next document of another type. */
export function forAnotherType(fields: UploadFields): UploadFields {
  return { ...fields, typeId: null }
}

/** A new category clears the type, which belonged to the old one (specification, section 4). */
export function withCategory(fields: UploadFields, categoryId: number | null): UploadFields {
  return categoryId === fields.categoryId ? fields : { ...fields, categoryId, typeId: null }
}

export type RequiredField = 'categoryId' | 'typeId' | 'countyId' | 'description' | 'files'
/** Whether a county has to be chosen; unknown while the list has not been read. */
export type CountyChoice = 'none' | 'unread' | 'offered'
export type FormRequirements = { readonly county: CountyChoice; readonly fileCount: number }

const COUNTIES_UNREAD =
  'Please wait until the list of counties is loaded, or try to load it again: without it this upload would have no county.'

/** The required fields that are still empty, in the order of the form. */
export function missingFields(
  fields: UploadFields,
  { county, fileCount }: FormRequirements,
): RequiredField[] {
  const missing: RequiredField[] = []
  if (fields.categoryId === null) missing.push('categoryId')
  if (fields.typeId === null) missing.push('typeId')
  if (county === 'offered' && fields.countyId === null) missing.push('countyId')
  if (fields.description.trim() === '') missing.push('description')
  if (fileCount === 0) missing.push('files')
  return missing
}

/** The sentence that blocks the form, or null. */
export function uploadProblem(fields: UploadFields, requirements: FormRequirements): string | null {
  if (missingFields(fields, requirements).length > 0) return FILL_ALL_FIELDS.sentence
  if (requirements.county === 'unread') return COUNTIES_UNREAD
  return descriptionProblem(fields.description)?.sentence ?? null
}

/** The first field, in the order of the form, that blocks it; null for a valid form. */
export function firstWrongField(fields: UploadFields, requirements: FormRequirements): RequiredField | null {
  const [missing] = missingFields(fields, requirements)
  if (missing !== undefined) return missing
  if (requirements.county === 'unread') return 'countyId'
  return descriptionProblem(fields.description) === null ? null : 'description'
}

/** The fields sent with every file, named as in the specification, section 3. */
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
