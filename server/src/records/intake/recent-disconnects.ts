import type { Clock } from '../../engines/clock/clock.ts'

/** How long a line counts as one that breaks, after it has. */
const REMEMBERED_MS = 600_000

/**
 * Whose line broke a short while ago, by account. A browser sends a request that broke on a connection it had kept once
 * more by itself, whole, so each request of theirs is to have a connection of its own.
 */
export type RecentDisconnects = {
  note(accountId: number): void
  has(accountId: number): boolean
}

/** Of this server. */
export function createRecentDisconnects(clock: Clock): RecentDisconnects {
  const brokenAt = new Map<number, number>()
  return {
    note: (accountId) => void brokenAt.set(accountId, clock.now().getTime()),
    has(accountId) {
      const at = brokenAt.get(accountId)
      if (at === undefined) return false
      if (clock.now().getTime() - at < REMEMBERED_MS) return true
      brokenAt.delete(accountId)
      return false
    },
  }
}
