import { sql, type Transaction } from 'kysely'
import type { DB } from './generated/db.d.ts'

const QUERY_CANCELED = '57014'

/** The time of a transaction is over. */
export class TimeOver extends Error {}

/**
 * Ends the next statements of the transaction at `until`, on the clock of `performance.now`. Each statement counts from
 * its own beginning, so call it before each of them.
 * @throws TimeOver if no time is left.
 */
export async function limitTime(transaction: Transaction<DB>, until: number | undefined): Promise<void> {
  if (until === undefined) return
  const left = Math.floor(until - performance.now())
  if (left < 1) throw new TimeOver('No time is left.')
  await sql`SELECT set_config('statement_timeout', ${String(left)}, true)`.execute(transaction)
}

/** Whether the database ended a statement that took too long, or no time was left for it. */
export function isOutOfTime(error: unknown): boolean {
  return (
    error instanceof TimeOver || (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)
  )
}
