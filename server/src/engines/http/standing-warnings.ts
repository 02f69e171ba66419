import type { Clock } from '../clock/clock.ts'
import { memoizeWithTimeout } from '../timing/memoize.ts'
import type { Log } from '../log/log.ts'

type Parts = { readonly clock: Clock; readonly log: Log }

/** What stands wrong with a part, sentences. */
type Tell = () => Promise<readonly string[]>

/**
 * What tells all that stands wrong, part by part, each by the name that people know. Of a part that cannot be looked at, or
 * not in two seconds, a sentence says so: nothing heard is not nothing wrong.
 */
export function createStandingWarnings(
  { clock, log }: Parts,
  parts: Readonly<Record<string, Tell>>,
): () => Promise<string[]> {
  const failing = new Set<string>()
  const tellers = Object.entries(parts).map(([part, find]) => {
    const tell = memoizeWithTimeout(clock, find)
    const notSeen = `The portal could not look at ${part}: see the log.`
    return async () => {
      try {
        const told = await tell()
        failing.delete(part)
        return told
      } catch (error) {
        // Once for as long as it lasts, however often somebody asks.
        if (!failing.has(part)) log.error({ err: error }, notSeen)
        failing.add(part)
        return [notSeen]
      }
    }
  })
  return async () => (await Promise.all(tellers.map((tell) => tell()))).flat()
}
