import type { Clock } from '../clock/clock.ts'

/** Milliseconds. */
const INTERVAL_MS = 5000

/** Finds something out once for all who ask within 5 seconds: everybody may ask, as often as they like. */
export function memoizeFor<T>(clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let last: { at: number; found: Promise<T> } | undefined
  return () => {
    const at = clock.now().getTime()
    if (!last || Math.abs(at - last.at) >= INTERVAL_MS) last = { at, found: find() }
    return last.found
  }
}
