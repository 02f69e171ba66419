import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, queryNumber, queryText } from './fields.ts'
import { APPRAISAL_YEARS_OFFERED } from './limits.ts'
import { OTHER_COUNTY, UNKNOWN_COUNTY } from './lookups.ts'

/** A row of the owner table (specification, section 3). Values in dollars, null where there is none. */
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

/** A document of an owner; no two of a list have the same NAME. */
export const ownerAttachment = z.object({ NAME: z.string(), Description: z.string() })
export type OwnerAttachment = z.output<typeof ownerAttachment>

/** As `Accept` of the roll: the same rows as columns, which a browser reads in half the time. */
export const OWNER_COLUMNS = 'application/vnd.portal.columns+json'
/** As `Accept` of the roll: how many files each owner has, which changes more often than the rows. */
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

/** The years to choose from, newest first (specification, section 9); the newest is a setting of the firm. */
export function appraisalYears(newest: number): number[] {
  return Array.from({ length: APPRAISAL_YEARS_OFFERED }, (_year, back) => newest - back)
}

export const SELECT_COUNTY = 'Please select a county.'
export const SELECT_YEAR = 'Please select an appraisal year.'
export const SELECT_OWNER = 'Please select an owner.'
export const SELECT_ATTACHMENT = 'Please select an attachment.'
export const LIST_HAS_CHANGED = 'The list has changed. Please open it again.'

export function yearNotOffered(newest: number): string {
  return `appraisalYear must be from ${newest - APPRAISAL_YEARS_OFFERED + 1} to ${newest}.`
}

const roll = {
  appraisalYear: queryNumber('appraisalYear'),
  countyId: queryNumber('countyId'),
}
const owner = { ownerNbr: queryNumber('ownerNbr'), ...roll }
const refusals = [
  { status: 400, error: SELECT_YEAR },
  { status: 403, error: OTHER_COUNTY },
  { status: 404, error: UNKNOWN_COUNTY },
] as const

export const listOwners = endpoint({
  name: 'listOwners',
  summary: `The owner roll of a county and appraisal year. With Accept: ${OWNER_COLUMNS} as columns without FileCount, with ${OWNER_FILE_COUNTS} the counts above 0 only.`,
  method: 'GET',
  path: '/owners/owner-details',
  access: 'session',
  query: z.object(roll),
  answer: z.array(ownerRow),
  errors: [{ status: 400, error: SELECT_COUNTY }, ...refusals],
})

export const listOwnerAttachments = endpoint({
  name: 'listOwnerAttachments',
  summary: 'The documents linked to an owner in an appraisal year.',
  method: 'GET',
  path: '/owners/owner-attachments',
  access: 'session',
  query: z.object(owner),
  answer: z.array(ownerAttachment),
  errors: [{ status: 400, error: SELECT_OWNER }, ...refusals],
})

export const viewOwnerAttachment = endpoint({
  name: 'viewOwnerAttachment',
  summary: 'The bytes of one attachment of an owner, by its name in the list; ranges and ETag.',
  method: 'GET',
  path: '/owners/owner-attachments/view',
  access: 'session',
  carries: 'document',
  query: z.object({ ...owner, name: queryText('name', 1000) }),
  answer: z.unknown(),
  errors: [
    { status: 400, error: SELECT_OWNER },
    { status: 400, error: SELECT_YEAR },
    { status: 400, error: SELECT_ATTACHMENT },
    { status: 403, error: OTHER_COUNTY },
    { status: 404, error: LIST_HAS_CHANGED },
  ],
})
