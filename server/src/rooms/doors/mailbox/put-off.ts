import type { RoomToWait, WouldWait } from './room-to-wait.ts'

/** Why a message stays where it arrived for now: until a moment, or until there is room for it to wait. */
export type Reason =
  | { readonly kind: 'failed' | 'full day'; readonly moment: Date }
  | { readonly kind: 'no room'; readonly wouldWait: WouldWait }

type Put = Reason & { readonly since: Date }

/** The messages that this server has read and left where they arrived, by their names in the mailbox. */
export type PutOff = {
  count(): number
  put(name: string, reason: Reason, now: Date): void
  forget(name: string): void
  /** Forgets those that are there no more. */
  keepOnly(names: readonly string[]): void
  /** How many stay for such a reason. */
  countOf(kind: Reason['kind']): number
  /** Whether it is read now; of those without room, those for which there is some. */
  isDue(name: string, known: { readonly room: RoomToWait | null; readonly now: Date }): boolean
}

export function createPutOff(): PutOff {
  const puts = new Map<string, Put>()
  return {
    count: () => puts.size,
    put: (name, reason, now) => void puts.set(name, { ...reason, since: now }),
    forget: (name) => void puts.delete(name),
    keepOnly(names) {
      const there = new Set(names)
      for (const name of puts.keys()) if (!there.has(name)) puts.delete(name)
    },
    countOf: (reason) => [...puts.values()].filter(({ kind }) => kind === reason).length,
    isDue(name, { room, now }) {
      const put = puts.get(name)
      if (!put) return true
      if (put.kind === 'no room') return room?.takes(put.wouldWait) ?? true
      // A clock that was put back would have it wait for as long.
      return now >= put.moment || now < put.since
    },
  }
}
