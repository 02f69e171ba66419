import type { Pool } from 'pg'

/** How long a change of the schema waits for others. */
export type LockRetryPolicy = {
  /** Milliseconds that a statement waits for a lock: all who come after it wait behind it. */
  readonly lockTimeoutMs: number
  /** Milliseconds between tries; after the last pause comes the last try. */
  readonly pausesMs: readonly number[]
}

/** In all about two and a half minutes, of which nobody waits behind us for more than three seconds at a time. */
export const DEFAULT_LOCK_RETRY: LockRetryPolicy = {
  lockTimeoutMs: 3000,
  pausesMs: [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000],
}

/** Where a change of the schema is made, and who hears of it. */
export type SchemaChange = {
  /** With room for three connections. */
  readonly pool: Pool
  readonly patience: LockRetryPolicy
  /** As whom the portal works, where that is not the role of the pool: what a migration makes is for it at once. */
  readonly portalRole: string | null
  /** A line for the person who waits. */
  report(line: string): void
}

export type SchemaUpdate = Partial<Pick<SchemaChange, 'portalRole' | 'report'>>
