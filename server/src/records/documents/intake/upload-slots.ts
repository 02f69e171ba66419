import { TOO_MANY_AT_ONCE, UPLOADS_BUSY } from '@portal/contract/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import { createLimiter, type Limiter } from '../../../engines/limiter/limiter.ts'

/** Uploads of all people at once: memory and open files stay bounded. */
const AT_ONCE = 64
/** Two tabs that send three files each. */
const OF_ONE_PERSON = 6
/** Of all places, those for people who have none: many who take their whole share leave these to the others. */
const FOR_NEWCOMERS = 16
/** More of one person are refused at once: each one that waits holds a connection. */
const WAITING_OF_ONE_PERSON = AT_ONCE - OF_ONE_PERSON
/** Longer than a sender may stand still, shorter than proxies wait for a reader. */
const WAIT_MS = 50_000
/** As with every outage. */
const RETRY_AFTER_SECONDS = 5

/** By account: who is refused, for their own share (429) or for all places (503), has not begun. */
export type UploadSlots = Pick<Limiter<number>, 'run' | 'load'> & { readonly atOnce: number }

/** The places for uploads; what is beyond the bounds waits unread. */
export function createUploadSlots({
  atOnce = AT_ONCE,
  ofOnePerson = OF_ONE_PERSON,
  forNewcomers = FOR_NEWCOMERS,
} = {}): UploadSlots {
  const limiter = createLimiter<number>({
    atOnce,
    perKey: ofOnePerson,
    forNewcomers,
    waitingPerKey: WAITING_OF_ONE_PERSON,
    waitMs: WAIT_MS,
    refuse: (bound) =>
      bound === 'all'
        ? failure(UPLOADS_BUSY)
        : failure(TOO_MANY_AT_ONCE, { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  })
  return { ...limiter, atOnce }
}
