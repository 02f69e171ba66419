import type { Clock } from '../../../engines/clock/clock.ts'
import type { Entry } from './entries.ts'

/** Milliseconds without a change after which a file counts as written to its end. */
export const SETTLE_MS = 5000

/** Remembers how files looked, to tell which of them nobody writes any more. */
export type Settled = {
  /** Those of a folder that have not changed for a while. */
  of(folder: string, entries: readonly Entry[]): Entry[]
}

type Look = { readonly as: string; readonly since: number }

/** A copy may bear the old time of its source from the beginning, so no time of the disk is asked: only whether it changes. */
export function createSettled(clock: Clock): Settled {
  const looks = new Map<string, ReadonlyMap<string, Look>>()
  return {
    of(folder, entries) {
      const now = clock.now().getTime()
      const before = looks.get(folder)
      const seen = new Map(
        entries.map((entry) => {
          const [key, as] = [entry.name.toString('latin1'), looksOf(entry)]
          const last = before?.get(key)
          // A clock that was put back would have it wait for as long.
          const isAsBefore = last?.as === as && last.since <= now
          return [key, isAsBefore ? last : { as, since: now }]
        }),
      )
      looks.set(folder, seen)
      return entries.filter(({ name }) => {
        const look = seen.get(name.toString('latin1'))
        return look !== undefined && now - look.since >= SETTLE_MS
      })
    },
  }
}

export function looksOf({ stats }: Pick<Entry, 'stats'>): string {
  return [stats.ino, stats.size, stats.mtimeMs].join()
}
