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

/** What the sender says about a document, as text; what is not said is absent. */
export type DocumentFields = {
  attachmentCategoryID?: string
  attachmentTypeID?: string
  description?: string
  countyId?: string
  /** A party number. */
  ownerNbr?: string
  relationTypeId?: string
}

/** The same, read. */
export type DocumentDraft = {
  categoryId: number
  typeId: number
  countyId: number | null
  description: string
}

/**
 * Reads what the sender says; whether there are such a county and type `checkDraft` finds out.
 * @throws PortalError 400, and 403 for another county than the sender's own.
 */
export function readDraft(person: Person, fields: DocumentFields): DocumentDraft {
  const categoryId = readFieldId(fields, 'attachmentCategoryID')
  const typeId = readFieldId(fields, 'attachmentTypeID')
  if (categoryId === null || typeId === null) throw failure(FILL_ALL_FIELDS)
  const countyId = countyOf(person, readFieldId(fields, 'countyId'))
  return { categoryId, typeId, countyId, description: fields.description ?? '' }
}

/**
 * Checks what is said of a document, whoever says it, and returns it with the description trimmed.
 * @throws PortalError 400 for a county or type that does not exist, or a description that cannot be.
 */
export function checkDraft(names: Names, draft: DocumentDraft): DocumentDraft {
  const { categoryId, typeId, countyId, description } = draft
  if (countyId !== null && !names.hasCounty(countyId)) throw failure(UPLOAD_UNKNOWN_COUNTY)
  const categoryOfType = names.categoryOfType(typeId)
  if (categoryOfType === null) throw failure(UNKNOWN_TYPE)
  if (categoryOfType !== categoryId) throw failure(TYPE_OF_OTHER_CATEGORY)
  return { ...draft, description: readDescription(description) }
}

/** A number that a field says; null when it is absent or empty. @throws PortalError 400 for anything else. */
export function readFieldId(fields: DocumentFields, name: keyof DocumentFields): number | null {
  const text = fields[name]?.trim()
  if (!text) return null
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity
  if (id > MAX_ID) throw failure(REQUEST_INVALID, { values: { problem: mustBeWhole(name) } })
  return id
}

/**
 * The county of an upload as far as the fields before its file settle it; undefined where a later field may still name
 * another one.
 * @throws PortalError 400 for a field that is not a number, 403 for a county that is not the sender's.
 */
export function certainCounty(person: Person, fields: DocumentFields): number | null | undefined {
  const asked = readFieldId(fields, 'countyId')
  const isCertain = asked !== null || (person.counties !== 'all' && person.counties.length <= 1)
  return isCertain ? countyOf(person, asked) : undefined
}

/** Of everybody but administrators: one of their counties. */
function countyOf(person: Person, asked: number | null): number | null {
  const { counties } = person
  if (asked !== null && counties !== 'all' && !counties.includes(asked)) throw failure(UPLOAD_OTHER_COUNTY)
  return namedCounty(person, asked)
}

/** The county that an upload names; where it names none, the one that its sender works for, save of administrators. */
export function namedCounty({ counties, ownCounty }: Person, asked: number | null): number | null {
  return asked ?? (counties === 'all' ? null : (ownCounty?.id ?? null))
}

function readDescription(text: string): string {
  if (text.includes('\0')) throw failure(DESCRIPTION_UNREADABLE)
  const problem = descriptionProblem(text)
  if (problem) throw failure(problem)
  return text.trim()
}
