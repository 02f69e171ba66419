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

/** Whether a county has to be chosen; unknown while the list has not been read. */
export type CountyChoice = 'none' | 'unread' | 'offered'

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
