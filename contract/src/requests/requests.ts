import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { moment } from '../fields.ts'

/** The highest number that a count says; more are counted as this many. */
export const MAX_REQUESTS = 1000

const count = z.int().nullable()

/** How many wait, and since when the oldest does; null for what the caller may not decide. */
const waiting = z.object({ count: z.int(), oldestAt: moment.nullable() }).nullable()

/** What waits for a decision of the caller. `droppedFiles` were refused by the drop folder, or changed after filing. */
export const waitingItems = z.object({ mails: waiting, virusChecks: waiting, droppedFiles: waiting })
export type WaitingItems = z.output<typeof waitingItems>

export const countRequests = endpoint({
  summary: `How many messages, virus checks and files of the drop folder wait for a decision of the caller, at most ${MAX_REQUESTS} of each; null for what the caller may not decide.`,
  method: 'GET',
  path: '/requests/counts',
  access: 'session',
  result: z.object({ mails: count, virusChecks: count, droppedFiles: count }),
  errors: [],
})
