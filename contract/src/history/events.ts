import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { id, queryNumber } from '../fields.ts'
import { documentEvent } from './document-history.ts'

// The feed of events, for programs that follow what happens to documents.

/** Events of a response at most. */
export const MAX_EVENTS = 200
const USUAL_EVENTS = 100
/** More than any position has. */
const LONGEST_POSITION = 8000

export const EVENTS_POSITION_INVALID = defineError({
  code: 'events.position_invalid',
  status: 400,
  sentence: 'after must be the next of an earlier answer, or now.',
})
export const EVENTS_POSITION_GONE = defineError({
  code: 'events.position_gone',
  status: 409,
  sentence:
    'The portal was restored from a backup, and this position no longer exists. Please read the events again without after.',
})

/** An event of a document, as in its history. */
const feedEvent = documentEvent
  .omit({ times: true, firstAt: true, receipts: true })
  .extend({ FileID: id, CountyID: id.nullable() })
export type FeedEvent = z.output<typeof feedEvent>

export const listEvents = endpoint({
  summary: `What happened to the documents that the caller sees, the oldest first. \`next\` is the \`after\` of the next call, also when no event came; \`hasMore\` says that it can be made at once. Without \`after\` the feed begins with the oldest event, with \`after=now\` with the next one. Each event is there once, by its \`id\`, and none is left out, also not one that is stored late. \`limit\` is ${USUAL_EVENTS} unless given, ${MAX_EVENTS} at most.`,
  method: 'GET',
  path: '/events',
  access: 'session',
  query: z.object({
    after: z
      .string(EVENTS_POSITION_INVALID.sentence)
      .max(LONGEST_POSITION, EVENTS_POSITION_INVALID.sentence)
      .optional(),
    limit: queryNumber('limit', MAX_EVENTS).transform((limit) => limit ?? USUAL_EVENTS),
  }),
  result: z.object({ events: z.array(feedEvent), next: z.string(), hasMore: z.boolean() }),
  errors: [EVENTS_POSITION_INVALID, EVENTS_POSITION_GONE],
  fallback: 'The events could not be loaded. Please try again.',
})
