import type { Clock } from '../../../engines/clock/clock.ts'
import type { Entry } from './entries.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Part } from './walk.ts'

/** Milliseconds without a change after which a file counts as written to its end. */
export const SETTLE_MS = 5000
/** Files of one folder that are remembered from one reading of it to the next; those behind them follow as these are taken. */
const MOST_REMEMBERED = 10_000

/** Remembers how the files of one folder looked, to tell which of them nobody writes any more. */
export type StableFileTracker = {
  /** Those of a part of the folder that have not changed for a while. */
  of(part: Part): Entry[]
}

type Look = { readonly as: string; readonly since: number }

/** A copy may bear the old time of its source from the beginning, so no time of the disk is asked: only whether it changes. */
export function createStableFileTracker(clock: Clock): StableFileTracker {
  let before = new Map<string, Look>()
  let seen = new Map<string, Look>()
  return {
    of({ entries, isEnd }) {
      const now = clock.now().getTime()
      const settled = entries.filter((entry) => {
        const [key, as] = [entry.name.toString('latin1'), fingerprintOf(entry.stats)]
        const last = before.get(key)
        // A clock that was put back would have it wait for as long.
        const look = last?.as === as && last.since <= now ? last : { as, since: now }
        if (seen.size < MOST_REMEMBERED) seen.set(key, look)
        return now - look.since >= SETTLE_MS
      })
      if (isEnd) [before, seen] = [seen, new Map()]
      return settled
    },
  }
}
