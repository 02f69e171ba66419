import type { Clock } from './clock.ts'

/** Milliseconds for which what was found is told again. */
const FRESH_MS = 5000
/** Milliseconds after which nothing was found. */
const LATE_MS = 2000

/** What somebody was asked for has not come in two seconds. */
class Late extends Error {}

/**
 * Finds something out once for all who ask within 5 seconds, and never twice at once: what hangs is given up, and asked
 * again when it has come back. It rejects with `Late`, or with what made it fail.
 */
export function toldInTime<T>(clock: Clock, find: () => Promise<T>): () => Promise<T> {
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
    return inTime(asked.found)
  }
}

async function inTime<T>(found: Promise<T>): Promise<T> {
  const { promise: late, reject: giveUp } = Promise.withResolvers<never>()
  const timer = setTimeout(() => giveUp(new Late('It has not answered for 2 seconds.')), LATE_MS)
  try {
    return await Promise.race([found, late])
  } finally {
    clearTimeout(timer)
  }
}
