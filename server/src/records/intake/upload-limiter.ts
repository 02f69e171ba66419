import { COUNTY_AT_ONCE, TOO_MANY_AT_ONCE, UPLOADS_BUSY } from '@portal/contract/files/upload-errors.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import { createLimiter, type Limiter } from '../../engines/limiter/limiter.ts'
import type { Bound } from '../../engines/limiter/places.ts'
import type { Person } from '../access/person.ts'

/** Uploads of all people at once on one server: its memory and open files stay bounded. */
const AT_ONCE = 64
/** Of all places, those for people who have none: many who take their whole share leave these to the others. */
const FOR_NEWCOMERS = 16
/** More of one person, waiting ones too, are refused at once: each holds a connection. */
const HELD_BY_ONE_PERSON = 64
/** Longer than a sender may stand still, shorter than proxies wait for a reader. */
const WAIT_MS = 50_000
/** As with every outage. */
const RETRY_AFTER_SECONDS = 5

/** Of an upload that has a place on this server. */
export type UploadPermit = {
  /** How many its person may have in hand, on all servers together. */
  readonly share: number
  /** Until when it may wait for its place among these, by `performance.now()`. */
  readonly waitsUntil: number
  /** Aborted when the sender closes the connection. */
  readonly senderGone?: AbortSignal | undefined
}

export type UploadLimiter = Pick<Limiter<number>, 'load'> & {
  readonly atOnce: number
  /**
   * Does `work` in a place of this server for a person, which counts for the county that they chose too.
   * @throws PortalError 429 for the person's own share or their county's, 503 for all places, without having begun; the reason of
   * `senderGone` for a sender who left the line; what `work` throws.
   */
  run<T>(
    person: Pick<Person, 'accountId' | 'ownCounty'>,
    work: (turn: UploadPermit) => Promise<T>,
    senderGone?: AbortSignal,
  ): Promise<T>
}

type Shares = {
  /** Places of one person, and of the people of one county together. */
  readonly ofOnePerson: number
  readonly ofOneCounty: number
  readonly atOnce?: number
  readonly forNewcomers?: number
}

/** The places for uploads on this server; what is beyond the bounds waits unread. */
export function createUploadLimiter({
  ofOnePerson,
  ofOneCounty,
  atOnce = AT_ONCE,
  forNewcomers = FOR_NEWCOMERS,
}: Shares): UploadLimiter {
  const limiter = createLimiter<number>({
    atOnce,
    perKey: ofOnePerson,
    perGroup: ofOneCounty,
    forNewcomers,
    waitingPerKey: HELD_BY_ONE_PERSON - ofOnePerson,
    waitMs: WAIT_MS,
    refuse: (bound) => REFUSALS[bound](),
  })
  return {
    atOnce,
    load: limiter.load,
    run({ accountId, ownCounty }, work, senderGone) {
      const waitsUntil = performance.now() + WAIT_MS
      const turn = { share: ofOnePerson, waitsUntil, senderGone }
      return limiter.run(accountId, () => work(turn), { group: ownCounty?.id ?? null, signal: senderGone })
    },
  }
}

const REFUSALS: Record<Bound, () => PortalError> = {
  key: tooManyAtOnce,
  group: () => failure(COUNTY_AT_ONCE, { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  all: () => failure(UPLOADS_BUSY),
}

/** Somebody's own share is used up. */
export function tooManyAtOnce(): PortalError {
  return failure(TOO_MANY_AT_ONCE, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
