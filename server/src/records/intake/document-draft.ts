import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { descriptionProblem } from '@portal/contract/files/description.ts'
import { mustBeWhole } from '@portal/contract/fields.ts'
import { MAX_ID } from '@portal/contract/limits.ts'
import {
  DESCRIPTION_UNREADABLE,
  FILL_ALL_FIELDS,
  TYPE_OF_OTHER_CATEGORY,
  UNKNOWN_TYPE,
  UPLOAD_OTHER_COUNTY,
  UPLOAD_UNKNOWN_COUNTY,
} from '@portal/contract/files/upload-errors.ts'
import type { Person } from '../access/actor.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Names } from '../reference/dictionaries.ts'

/** The details that the sender gives for a document, as text; omitted ones are absent. */
export type DocumentFields = {
  attachmentCategoryID?: string
  attachmentTypeID?: string
  description?: string
  countyId?: string
  /** A party number. */
  ownerNbr?: string
  relationTypeId?: string
  /** The party number of an owner for the firm to link. */
  namedOwnerNbr?: string
  /** The file id of the document that this one corrects. */
  corrects?: string
}

/** The same details, parsed. */
export type DocumentDraft = {
  categoryId: number
  typeId: number
  countyId: number | null
  description: string
}

/**
 * Parses the sender's details; `checkDraft` checks later that the county and type exist.
 * @throws PortalError 400, and 403 for a county that is not the sender's.
 */
export function readDraft(person: Person, fields: DocumentFields): DocumentDraft {
  const categoryId = readFieldId(fields, 'attachmentCategoryID')
  const typeId = readFieldId(fields, 'attachmentTypeID')
  if (categoryId === null || typeId === null) throw failure(FILL_ALL_FIELDS)
  const countyId = countyOf(person, readFieldId(fields, 'countyId'))
  return { categoryId, typeId, countyId, description: fields.description ?? '' }
}

/**
 * Checks a document's details from any source, and returns them with the description trimmed.
 * @throws PortalError 400 for an unknown county or type, or an invalid description.
 */
export function checkDraft(names: Names, draft: DocumentDraft): DocumentDraft {
  const { categoryId, typeId, countyId, description } = draft
  if (countyId !== null && !names.hasCounty(countyId)) throw failure(UPLOAD_UNKNOWN_COUNTY)
  const categoryOfType = names.categoryOfType(typeId)
  if (categoryOfType === null) throw failure(UNKNOWN_TYPE)
  if (categoryOfType !== categoryId) throw failure(TYPE_OF_OTHER_CATEGORY)
  return { ...draft, description: readDescription(description) }
}

/**
 * Parses a numeric field; null if it is absent or empty.
 * @throws PortalError 400 for anything else.
 */
export function readFieldId(fields: DocumentFields, name: keyof DocumentFields): number | null {
  const text = fields[name]?.trim()
  if (!text) return null
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity
  if (id > MAX_ID) throw failure(REQUEST_INVALID, { values: { problem: mustBeWhole(name) } })
  return id
}

/**
 * Returns the upload's county if the fields before its file determine it; undefined if a later field may still name
 * another.
 * @throws PortalError 400 for a field that is not a number, 403 for a county that is not the sender's.
 */
export function certainCounty(person: Person, fields: DocumentFields): number | null | undefined {
  const asked = readFieldId(fields, 'countyId')
  const isCertain = asked !== null || (person.counties !== 'all' && person.counties.length <= 1)
  return isCertain ? countyOf(person, asked) : undefined
}

/** Everyone except administrators must name one of their own counties. */
function countyOf(person: Person, asked: number | null): number | null {
  const { counties } = person
  if (asked !== null && counties !== 'all' && !counties.includes(asked)) throw failure(UPLOAD_OTHER_COUNTY)
  return namedCounty(person, asked)
}

/**
 * Returns the county that an upload names. Without one, it is the sender's current county, or null for administrators.
 */
export function namedCounty({ counties, ownCounty }: Person, asked: number | null): number | null {
  return asked ?? (counties === 'all' ? null : (ownCounty?.id ?? null))
}

function readDescription(text: string): string {
  if (text.includes('\0')) throw failure(DESCRIPTION_UNREADABLE)
  const problem = descriptionProblem(text)
  if (problem) throw failure(problem)
  return text.trim()
}
