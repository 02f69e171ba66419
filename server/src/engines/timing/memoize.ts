import type { Clock } from '../clock/clock.ts'

const FRESH_MS = 5000
const TIMEOUT_MS = 2000

/** The work did not end in time. */
export class TimeoutError extends Error {
  readonly seconds: number

  constructor(ms: number) {
    super(`It has not answered for ${ms / 1000} seconds.`)
    this.seconds = ms / 1000
  }
}

/** Calls `load` once in 5 seconds for all callers. */
export function memoizeFor<T>(clock: Clock, load: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined
  return () => {
    const at = clock.now().getTime()
    if (!last || Math.abs(at - last.at) >= FRESH_MS) last = { at, found: load() }
    return last.found
  }
}

/**
 * Calls `load` once in 5 seconds for all callers, and never twice at the same time. Each caller waits 2 seconds at
 * most. A call that hangs is not repeated before it ends.
 * @throws TimeoutError, or the error of `load`.
 */
export function memoizeWithTimeout<T>(
  clock: Clock,
  load: () => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): () => Promise<T> {
  let last: { readonly at: number; readonly found: Promise<T> } | undefined
  let isBusy = false
  const start = async () => {
    isBusy = true
    try {
      return await load()
    } finally {
      isBusy = false
    }
  }
  return () => {
    const at = clock.now().getTime()
    const isStale = !last || Math.abs(at - last.at) >= FRESH_MS
    const asked = last && (!isStale || isBusy) ? last : { at, found: start() }
    last = asked
    return withTimeout(asked.found, timeoutMs)
  }
}

/** Never calls `load` twice at the same time: all callers share the running call. */
export function singleFlight<T>(load: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= load().finally(() => (running = undefined))
    return running
  }
}

/** Waits for a result, `ms` milliseconds at most. @throws TimeoutError */
export async function withTimeout<T>(result: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeoutError(ms)), ms)
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}
