import { availableParallelism } from 'node:os'
import { unavailable } from '../http/errors.ts'

/** Node does this work on four threads that files and names need too, so some stay free. */
const MOST_AT_ONCE = Math.max(1, Math.min(3, availableParallelism()))
/** Some ten seconds of work on one core: who waits longer has given up. */
const LONGEST_QUEUE = 400

export const SIGN_IN_BUSY = 'Too many people are signing in right now. Please try again in a moment.'

export type HashingQueue = { run<T>(work: () => Promise<T>): Promise<T> }

/**
 * Lets at most `atOnce` pieces of work run and `longest` more wait in line, so that a flood of sign-ins takes a bounded
 * amount of memory and leaves the other calls their share. Refuses the rest with 503.
 */
export function createHashingQueue({ atOnce = MOST_AT_ONCE, longest = LONGEST_QUEUE } = {}): HashingQueue {
  const waiting: (() => void)[] = []
  let running = 0
  const begin = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= longest) throw unavailable(SIGN_IN_BUSY)
    // Who ends hands its place to the first in line, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return {
    async run(work) {
      await begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
