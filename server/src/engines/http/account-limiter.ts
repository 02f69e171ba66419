import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import type { ErrorCase } from '@portal/contract/error.ts'
import { createLimiter, type Limiter } from '../limiter/limiter.ts'
import { failure } from './errors.ts'

/** Maximum waiting calls of one person; more are refused. */
const MAX_WAITING = 4
const WAIT_MS = 30_000

/** Simultaneous reads of one person: as many as a browser sends. */
const MAX_READS = 6
/** Maximum waiting reads of one person; a screen requests a dozen things at most. */
const MAX_WAITING_READS = 60

/** Maximum calls of one person that wait for their lock: two full batches of files. */
const MAX_WAITING_FOR_LOCK = 200

/** Limits calls by account. A caller gets 429 if too many calls wait or if the wait is too long. */
export type AccountLimiter = Pick<Limiter<number>, 'take' | 'run'>

/**
 * Runs one call per account at a time. Further calls of the same person wait and do not block other people. A call that
 * waits in vain gets `refusal`.
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
 * Runs six reads per account at a time, so that one person's many reads do not block everyone else's. Further reads
 * wait; a read that waits in vain gets 429.
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
 * Runs two searches per account at a time, because each can read many rows. Further searches wait. A search that waits
 * in vain gets `refusal`.
 */
export function twoSearchesPerAccount(refusal: ErrorCase): AccountLimiter {
  return createLimiter({
    perKey: 2,
    waitingPerKey: MAX_WAITING_READS,
    waitMs: WAIT_MS,
    refuse: () => failure(refusal, { retryAfterSeconds: WAIT_MS / 1000 }),
  })
}

/**
 * Runs two long reads at a time, of all accounts together and one of each, because each keeps the server busy. Further
 * ones wait. A read that waits in vain gets `refusal`.
 */
export function twoLongReads(refusal: ErrorCase): AccountLimiter {
  return createLimiter({
    atOnce: 2,
    perKey: 1,
    waitingPerKey: MAX_WAITING,
    waitMs: WAIT_MS,
    refuse: () => failure(refusal, { retryAfterSeconds: WAIT_MS / 1000 }),
  })
}

/**
 * Runs a person's work under their database lock one call at a time. Waiting calls wait in memory, without a connection
 * that others need. A call that waits in vain gets 429.
 */
export function oneLockPerAccount(): AccountLimiter {
  return createLimiter({
    perKey: 1,
    waitingPerKey: MAX_WAITING_FOR_LOCK,
    waitMs: WAIT_MS,
    refuse: () => failure(TOO_MANY_ATTEMPTS, { retryAfterSeconds: WAIT_MS / 1000 }),
  })
}
