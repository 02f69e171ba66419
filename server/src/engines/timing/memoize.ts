import type { Clock } from '../clock/clock.ts'

/** Milliseconds for which what was found is told again. */
const FRESH_MS = 5000
/** Milliseconds after which nothing was found. */
const LATE_MS = 2000

/** What somebody was asked for has not come in time. */
export class TimeoutError extends Error {
  readonly seconds: number

  constructor(ms: number) {
    super(`It has not answered for ${ms / 1000} seconds.`)
    this.seconds = ms / 1000
  }
}

/**
 * Finds something out once for all who ask within 5 seconds, and never twice at once: what hangs is given up, and asked
 * again when it has come back. It rejects with `TimeoutError`, or with what made it fail.
 */
export function memoizeWithTimeout<T>(clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined
  let isBusy = false
  const look = async () => {
    isBusy = true
    try {
      return await find()
    } finally {
      isBusy = false
    }
  }
  return () => {
    const at = clock.now().getTime()
    const isStale = !last || Math.abs(at - last.at) >= FRESH_MS
    const asked = last && (!isStale || isBusy) ? last : { at, found: look() }
    last = asked
    return withTimeout(asked.found, LATE_MS)
  }
}

/** Finds something out, never twice at once: who asks while it is under way hears that answer. */
export function singleFlight<T>(find: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined
  return () => {
    underWay ??= find().finally(() => (underWay = undefined))
    return underWay
  }
}

/** What is found within so many milliseconds. @throws TimeoutError */
export async function withTimeout<T>(found: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject: giveUp } = Promise.withResolvers<never>()
  const timer = setTimeout(() => giveUp(new TimeoutError(ms)), ms)
  try {
    return await Promise.race([found, late])
  } finally {
    clearTimeout(timer)
  }
}
