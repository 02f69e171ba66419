import { TOO_MANY_AT_ONCE, UPLOADS_BUSY } from '@portal/contract/upload-errors.ts'
import { failure, type PortalError } from '../../../engines/http/errors.ts'
import { createLimiter, type Limiter } from '../../../engines/limiter/limiter.ts'

/** Uploads of all people at once on one server: its memory and open files stay bounded. */
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

/** Of an upload that has a place on this server. */
export type Turn = {
  /** How many its person may have in hand, on all servers together. */
  readonly share: number
  /** Until when it may wait for its place among these, by `performance.now()`. */
  readonly waitsUntil: number
}

export type UploadSlots = Pick<Limiter<number>, 'load'> & {
  readonly atOnce: number
  /**
   * Does `work` in a place of this server for an account.
   * @throws PortalError 429 for the account's own share, 503 for all places, without having begun; what `work` throws.
   */
  run<T>(accountId: number, work: (turn: Turn) => Promise<T>): Promise<T>
}

/** The places for uploads on this server; what is beyond the bounds waits unread. */
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
    refuse: (bound) => (bound === 'all' ? failure(UPLOADS_BUSY) : tooManyAtOnce()),
  })
  return {
    atOnce,
    load: limiter.load,
    run(accountId, work) {
      const waitsUntil = performance.now() + WAIT_MS
      return limiter.run(accountId, () => work({ share: ofOnePerson, waitsUntil }))
    },
  }
}

/** Somebody's own share is used up. */
export function tooManyAtOnce(): PortalError {
  return failure(TOO_MANY_AT_ONCE, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
