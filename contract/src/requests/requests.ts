import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The highest number that a count says; more are counted as this many. */
export const MOST_REQUESTS = 1000

const count = z.int().nullable()

export const countRequests = endpoint({
  summary: `How many messages and virus checks wait for a decision of the caller, at most ${MOST_REQUESTS} of each; null for what the caller may not decide.`,
  method: 'GET',
  path: '/requests/counts',
  access: 'session',
  result: z.object({ mails: count, virusChecks: count }),
  errors: [],
})
