import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { exportFormat, EXPORTS_BUSY } from '../exports.ts'
import { id, moment, queryDay, queryNumber, queryText } from '../fields.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'

// Activity in the portal. Administrators see all of it; managers see the activity in their counties.

export const activityEvent = z.object({
  /** Unique, and larger for later records. */
  id: z.string(),
  at: moment,
  /** The actor: the person's address at that time, or the part of the portal that acted. */
  who: z.string(),
  /** The person's current name; null if unknown, or if the caller may not see it. */
  name: z.string().nullable(),
  /** The event as a clause that follows `who`, without a full stop, such as `moved file 17 to the recycle bin`. */
  what: z.string(),
  /** The code of the event type, such as `document.binned`. */
  kind: z.string(),
  FileID: id.nullable(),
  CountyID: id.nullable(),
  countyName: z.string().nullable(),
  /** The network address of the request; null for managers. */
  from: z.string().nullable(),
})
export type ActivityEvent = z.output<typeof activityEvent>

export const kindOfAct = z.object({ kind: z.string(), text: z.string() })
export type KindOfAct = z.output<typeof kindOfAct>

const BEFORE = 'before must be taken from an earlier answer.'
/** The cursor of a list of events, newest first. */
export const queryBefore = z
  .union([z.literal('').transform(() => undefined), z.string(BEFORE).regex(/^\d{1,15}-\d{1,18}$/, BEFORE)])
  .optional()

const LONGEST_ADDRESS = 254
const LONGEST_KIND = 60

const filters = {
  person: queryText('person', LONGEST_ADDRESS),
  countyId: queryNumber('countyId'),
  fileId: queryNumber('fileId'),
  kind: queryText('kind', LONGEST_KIND),
  from: queryDay('from'),
  to: queryDay('to'),
}

export const listHistory = endpoint({
  summary:
    'What happened, newest first, 50 at a time; `next` is the `before` of those before. `person` is an address: what they did, and what was done to their account. `from` and `to` are days of the portal’s zone, both included.',
  method: 'GET',
  path: '/admin/history',
  access: 'audit.read',
  query: z.object({
    ...filters,
    before: queryBefore,
  }),
  result: z.object({ happenings: z.array(activityEvent), next: z.string().nullable() }),
  errors: [OTHER_COUNTY],
  fallback: 'The activity could not be loaded.',
})

export const listKindsOfActs = endpoint({
  summary: 'The kinds of acts that the caller may read of, by their texts.',
  method: 'GET',
  path: '/admin/history/kinds',
  access: 'audit.read',
  result: z.array(kindOfAct),
  errors: [],
})

export const exportHistory = endpoint({
  summary:
    'All of what happened that the filters leave, newest first, as CSV or XLSX, as it is at one moment. Moments are local times of the portal’s zone. It is recorded.',
  method: 'GET',
  path: '/admin/history/export',
  access: 'audit.read',
  payload: 'document',
  query: z.object({ ...filters, ...exportFormat }),
  result: z.unknown(),
  errors: [OTHER_COUNTY, EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})
