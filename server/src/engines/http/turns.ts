import type { ErrorCase } from '@portal/contract/error.ts'
import { createLimiter, type Limiter } from '../limiter/limiter.ts'
import { failure } from './errors.ts'

/** Of one person; more are refused. */
const MAX_WAITING = 4
const WAIT_MS = 30_000

/** By account: who is refused, because too many wait or for too long, gets 429. */
export type Turns = Pick<Limiter<number>, 'take'>

/**
 * Everybody has one turn at a time: what a person asks for meanwhile waits, and holds up nobody else. Who waits in
 * vain gets `refusal`.
 */
export function oneTurnEach(refusal: ErrorCase): Turns {
  return createLimiter({
    perKey: 1,
    waitingPerKey: MAX_WAITING,
    waitMs: WAIT_MS,
    refuse: () => failure(refusal, { retryAfterSeconds: WAIT_MS / 1000 }),
  })
}
