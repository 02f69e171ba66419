import { z } from 'zod'
import { downloadErrors } from '../files/document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { id, queryNumber, queryText } from '../fields.ts'
import { APPRAISAL_YEARS_OFFERED } from '../limits.ts'
import { OTHER_COUNTY, UNKNOWN_COUNTY } from '../lookups/lookups.ts'

/** A row of the owner table (specification, section 3). Values are in dollars, null if missing. */
export const ownerRow = z.object({
  OwnerNbr: id,
  OwnerName: z.string(),
  CAD_OwnerID: z.string(),
  AgentName: z.string(),
  CurrentValue: z.number().nullable(),
  PriorValue: z.number().nullable(),
  FileCount: z.int(),
})
export type OwnerRow = z.output<typeof ownerRow>

/** A document of an owner. NAME is unique within a list. The specification has no FileID. */
export const ownerAttachment = z.object({ NAME: z.string(), Description: z.string(), FileID: id })
export type OwnerAttachment = z.output<typeof ownerAttachment>

/** `Accept` value of the roll for the same rows as columns, which a browser parses in half the time. */
export const OWNER_COLUMNS = 'application/vnd.portal.columns+json'
/** `Accept` value of the roll for the file count of each owner, which changes more often than the rows. */
export const OWNER_FILE_COUNTS = 'application/vnd.portal.file-counts+json'

/** The rows as columns of equal length, in the order of the names; without FileCount. */
export type OwnerColumns = {
  OwnerNbr: number[]
  OwnerName: string[]
  CAD_OwnerID: string[]
  AgentName: string[]
  CurrentValue: (number | null)[]
  PriorValue: (number | null)[]
}

/** Two columns of equal length, in the order of the numbers; only owners with files. */
export type OwnerFileCounts = { OwnerNbr: number[]; FileCount: number[] }

/** The selectable years, newest first (specification, section 9); the firm configures the newest. */
export function appraisalYears(newest: number): number[] {
  return Array.from({ length: APPRAISAL_YEARS_OFFERED }, (_year, back) => newest - back)
}

export const SELECT_COUNTY = defineError({
  code: 'owners.county_required',
  status: 400,
  sentence: 'Please select a county.',
})
export const SELECT_YEAR = defineError({
  code: 'owners.year_required',
  status: 400,
  sentence: 'Please select an appraisal year.',
})
export const YEAR_NOT_OFFERED = defineError({
  code: 'owners.year_not_offered',
  status: 400,
  sentence: 'appraisalYear must be from {oldest} to {newest}.',
})
export const SELECT_OWNER = defineError({
  code: 'owners.owner_required',
  status: 400,
  sentence: 'Please select an owner.',
})
export const SELECT_ATTACHMENT = defineError({
  code: 'owners.attachment_required',
  status: 400,
  sentence: 'Please select an attachment.',
})
/** The name of an attachment no longer identifies exactly one document. */
export const LIST_HAS_CHANGED = defineError({
  code: 'owners.attachments_changed',
  status: 404,
  sentence: 'The list has changed. Please open it again.',
})

/** The county and the year of a roll, in the query string. */
export const rollParameters = {
  appraisalYear: queryNumber('appraisalYear'),
  countyId: queryNumber('countyId'),
}
const owner = { ownerNbr: queryNumber('ownerNbr'), ...rollParameters }
export const rollErrors = [SELECT_YEAR, YEAR_NOT_OFFERED, OTHER_COUNTY, UNKNOWN_COUNTY] as const

export const listOwners = endpoint({
  summary: `The owner roll of a county and appraisal year. With Accept: ${OWNER_COLUMNS} as columns without FileCount, with ${OWNER_FILE_COUNTS} the counts above 0 only.`,
  method: 'GET',
  path: '/owners/owner-details',
  access: 'session',
  query: z.object(rollParameters),
  result: z.array(ownerRow),
  errors: [SELECT_COUNTY, ...rollErrors],
})

export const listOwnerAttachments = endpoint({
  summary: 'The documents linked to an owner in an appraisal year.',
  method: 'GET',
  path: '/owners/owner-attachments',
  access: 'session',
  query: z.object(owner),
  result: z.array(ownerAttachment),
  errors: [SELECT_OWNER, ...rollErrors],
})

export const viewOwnerAttachment = endpoint({
  summary: 'The bytes of one attachment of an owner, by its name in the list; ranges and ETag.',
  method: 'GET',
  path: '/owners/owner-attachments/view',
  access: 'session',
  payload: 'document',
  query: z.object({ ...owner, name: queryText('name', 1000) }),
  result: z.unknown(),
  errors: [SELECT_OWNER, SELECT_ATTACHMENT, LIST_HAS_CHANGED, ...rollErrors, ...downloadErrors],
})
