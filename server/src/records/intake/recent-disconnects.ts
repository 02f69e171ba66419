import type { Clock } from '../../engines/clock/clock.ts'

/** How long a broken connection is remembered. */
const REMEMBERED_MS = 600_000

/**
 * Accounts whose connection broke recently. When a request breaks on a kept-alive connection, a browser resends all of
 * it by itself. So each request of these accounts must get a connection of its own.
 */
export type RecentDisconnects = {
  note(accountId: number): void
  has(accountId: number): boolean
}

/** Only for this server. */
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
