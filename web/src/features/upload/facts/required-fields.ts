import { descriptionProblem } from '@portal/contract/files/description.ts'
import { FILL_ALL_FIELDS } from '@portal/contract/files/upload-errors.ts'
import { lacksRelation, unchosenOwner, type QueueFields } from './owner-facts.ts'
import type { CountyChoice } from './upload-fields.ts'

export type RequiredField =
  | 'categoryId'
  | 'typeId'
  | 'countyId'
  | 'owner'
  | 'relationTypeId'
  | 'description'
  | 'files'
export type FormRequirements = { readonly county: CountyChoice; readonly fileCount: number }

/** The mark of an owner that is typed but not chosen. */
export const CHOOSE_OWNER = 'Choose an owner from the list, or clear the field.'

const COUNTIES_UNREAD =
  'Please wait until the list of counties is loaded, or try to load it again: without it this upload would have no county.'

/** The fields that still need a value or a choice, in the order of the form. */
export function missingFields(fields: QueueFields, { county, fileCount }: FormRequirements): RequiredField[] {
  const missing: RequiredField[] = []
  if (fields.categoryId === null) missing.push('categoryId')
  if (fields.typeId === null) missing.push('typeId')
  if (county === 'offered' && fields.countyId === null) missing.push('countyId')
  if (unchosenOwner(fields) !== '') missing.push('owner')
  if (lacksRelation(fields)) missing.push('relationTypeId')
  if (fields.description.trim() === '') missing.push('description')
  if (fileCount === 0) missing.push('files')
  return missing
}

/** The sentence that blocks the form, or null. */
export function uploadProblem(fields: QueueFields, requirements: FormRequirements): string | null {
  const missing = missingFields(fields, requirements)
  if (missing.length > 0)
    return missing.every((field) => field === 'owner') ? CHOOSE_OWNER : FILL_ALL_FIELDS.sentence
  if (requirements.county === 'unread') return COUNTIES_UNREAD
  return descriptionProblem(fields.description)?.sentence ?? null
}

/** The first field, in the order of the form, that blocks it; null for a valid form. */
export function firstWrongField(fields: QueueFields, requirements: FormRequirements): RequiredField | null {
  const [missing] = missingFields(fields, requirements)
  if (missing !== undefined) return missing
  if (requirements.county === 'unread') return 'countyId'
  return descriptionProblem(fields.description) === null ? null : 'description'
}
