import { availableParallelism } from 'node:os'
import { SIGN_IN_BUSY } from '@portal/contract/sign-in/sign-in.ts'
import { failure } from '../../../engines/http/errors.ts'
import { createLimiter } from '../../../engines/limiter/limiter.ts'

/** Node does this work on four threads that files and names need too, so some stay free. */
const MAX_CONCURRENT = Math.max(1, Math.min(3, availableParallelism()))
/** Some ten seconds of work on one core: who waits longer has given up. */
const MAX_WAITING = 400

export type HashingQueue = { run<T>(work: () => Promise<T>): Promise<T> }

/**
 * Lets at most `concurrent` pieces of work run and `waiting` more wait in line, so that a flood of sign-ins takes a bounded
 * amount of memory and leaves the other calls their share. Refuses the rest with 503.
 */
export function createHashingQueue({
  concurrent = MAX_CONCURRENT,
  waiting = MAX_WAITING,
} = {}): HashingQueue {
  const limiter = createLimiter({
    perKey: concurrent,
    waitingPerKey: waiting,
    refuse: () => failure(SIGN_IN_BUSY),
  })
  // Who signs in is nobody yet: all stand in one line.
  return { run: (work) => limiter.run('everybody', work) }
}
