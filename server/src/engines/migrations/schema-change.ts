import type { Pool } from 'pg'

/** How long a change of the schema waits for others. */
export type LockRetryPolicy = {
  /** Milliseconds that a statement waits for a lock. Later statements queue behind it. */
  readonly lockTimeoutMs: number
  /** Milliseconds between tries; after the last pause comes the last try. */
  readonly pausesMs: readonly number[]
}

/** About two and a half minutes in total. Others never wait behind us for more than three seconds at a time. */
export const DEFAULT_LOCK_RETRY: LockRetryPolicy = {
  lockTimeoutMs: 3000,
  pausesMs: [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000, 15_000],
}

/** The database of a schema change, and its progress reports. */
export type SchemaChange = {
  /** It must allow three connections. */
  readonly pool: Pool
  readonly patience: LockRetryPolicy
  /**
   * The role of the portal, if it differs from the role of the pool. It gets rights on new objects in the same
   * migration.
   */
  readonly portalRole: string | null
  /** Prints a line for the person who waits. */
  report(line: string): void
}

export type SchemaUpdate = Partial<Pick<SchemaChange, 'portalRole' | 'report'>>
