import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { createLimiter, type Limiter } from '../limiter/limiter.ts'
import { failure } from './errors.ts'

/** Of one person; more are refused. */
const MAX_WAITING = 4
const WAIT_MS = 30_000

/** Reads of one person that run at once: as many as a browser sends. */
const MAX_READS = 6
/** Of one person; a screen asks for a dozen things at most. */
const MAX_WAITING_READS = 60

/** Calls of one person that wait for those before them: as many as a batch has. */
const MAX_WAITING_FOR_LOCK = 200

/** By account: who is refused, because too many wait or for too long, gets 429. */
export type AccountLimiter = Pick<Limiter<number>, 'take' | 'run'>

/**
 * Everybody has one turn at a time: what a person asks for meanwhile waits, and holds up nobody else. Who waits in
 * vain gets `refusal`.
 */
export function onePerAccount(refusal: ErrorCase): AccountLimiter {
  return createLimiter({
    perKey: 1,
    waitingPerKey: MAX_WAITING,
    waitMs: WAIT_MS,
    refuse: () => failure(refusal, { retryAfterSeconds: WAIT_MS / 1000 }),
  })
}

/**
 * Everybody reads six things at a time, so that nobody's many reads hold up everybody else's. What a person asks for
 * meanwhile waits; who waits in vain gets 429.
 */
export function sixReadsPerAccount(): AccountLimiter {
  return createLimiter({
    perKey: MAX_READS,
    waitingPerKey: MAX_WAITING_READS,
    waitMs: WAIT_MS,
    refuse: () => failure(TOO_MANY_ATTEMPTS, { retryAfterSeconds: WAIT_MS / 1000 }),
  })
}

/**
 * What one person does below a lock of theirs in the database goes one after the other: what waits for it waits in memory, and
 * holds no connection that others need. Who waits in vain gets 429.
 */
export function oneLockPerAccount(): AccountLimiter {
  return createLimiter({
    perKey: 1,
    waitingPerKey: MAX_WAITING_FOR_LOCK,
    waitMs: WAIT_MS,
    refuse: () => failure(TOO_MANY_ATTEMPTS, { retryAfterSeconds: WAIT_MS / 1000 }),
  })
}
