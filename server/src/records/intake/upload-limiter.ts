import { COUNTY_AT_ONCE, TOO_MANY_AT_ONCE, UPLOADS_BUSY } from '@portal/contract/files/upload-errors.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import { createLimiter, type Limiter } from '../../engines/limiter/limiter.ts'
import type { Bound } from '../../engines/limiter/places.ts'
import type { Person } from '../access/actor.ts'

/** Uploads of all people at once on one server: its memory and open files stay bounded. */
const AT_ONCE = 64
/** Of all slots, those for people who have none: many who take their whole share leave these to the others. */
const FOR_NEWCOMERS = 16
/** More of one person, waiting ones too, are refused at once: each holds a connection. */
const HELD_BY_ONE_PERSON = 64
/** Longer than a sender may stand still, shorter than proxies wait for a reader. */
const WAIT_MS = 50_000
/** As with every outage. */
const RETRY_AFTER_SECONDS = 5

/** A slot of an upload on this server. */
export type UploadSlot = {
  /** How many slots its person has, on all servers together. */
  readonly share: number
  /** Until when it may wait for its slot among these, by `performance.now()`. */
  readonly waitsUntil: number
  release(): void
}

export type UploadLimiter = Pick<Limiter<number>, 'load'> & {
  readonly atOnce: number
  /**
   * Resolves with a slot of this server for a person, which counts for the county that they chose too.
   * @throws PortalError 429 for the person's own share or their county's, 503 for all slots; the reason of `senderGone` for a
   * sender who left the line.
   */
  take(person: Pick<Person, 'accountId' | 'ownCounty'>, senderGone?: AbortSignal): Promise<UploadSlot>
}

type Shares = {
  /** Slots of one person, and of the people of one county together. */
  readonly ofOnePerson: number
  readonly ofOneCounty: number
  readonly atOnce?: number
  readonly forNewcomers?: number
}

/** The slots for uploads on this server; what is beyond the limits waits unread. */
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
    async take({ accountId, ownCounty }, senderGone) {
      const waitsUntil = performance.now() + WAIT_MS
      const release = await limiter.take(accountId, { group: ownCounty?.id ?? null, signal: senderGone })
      return { share: ofOnePerson, waitsUntil, release }
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
