import { COUNTY_AT_ONCE, TOO_MANY_AT_ONCE, UPLOADS_BUSY } from '@portal/contract/files/upload-errors.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import { createLimiter, type Limiter } from '../../engines/limiter/limiter.ts'
import type { Bound } from '../../engines/limiter/places.ts'
import type { Person } from '../access/actor.ts'

/** Concurrent uploads of all people on one server, which limits its memory and open files. */
const AT_ONCE = 64
/** Slots reserved for people who have none: even if many people use their whole share, these stay free for others. */
const FOR_NEWCOMERS = 16
/** Further uploads of one person, including waiting ones, are rejected immediately: each holds a connection. */
const HELD_BY_ONE_PERSON = 64
/** Longer than a sender may be silent, shorter than proxies wait for the server to read. */
const WAIT_MS = 50_000
/** The same as for every outage. */
const RETRY_AFTER_SECONDS = 5

/** An upload's slot on this server. */
export type UploadSlot = {
  /** Slots that its person has on all servers together. */
  readonly share: number
  /** Until when the upload may wait for a slot among those, by `performance.now()`. */
  readonly waitsUntil: number
  release(): void
}

export type UploadLimiter = Pick<Limiter<number>, 'load'> & {
  readonly atOnce: number
  /**
   * Resolves with a slot of this server for a person. It also counts for their chosen county.
   * @throws PortalError 429 for the person's own share or their county's, 503 for all slots; the reason of `senderGone`
   * if the sender disconnects while waiting.
   */
  take(person: Pick<Person, 'accountId' | 'ownCounty'>, senderGone?: AbortSignal): Promise<UploadSlot>
}

type Shares = {
  /** Slots of one person, and of all people of one county together. */
  readonly ofOnePerson: number
  readonly ofOneCounty: number
  readonly atOnce?: number
  readonly forNewcomers?: number
}

/** Creates the limiter for uploads on this server. Uploads beyond the limits wait unread. */
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

/** The error if a person's own share is used up. */
export function tooManyAtOnce(): PortalError {
  return failure(TOO_MANY_AT_ONCE, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
