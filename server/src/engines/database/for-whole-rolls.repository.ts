import { sql, type Transaction } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from './generated/db.d.ts'

/**
 * Until its transaction ends, statements join and sort the largest county's roll in memory, and never row by row: a
 * table filled a moment ago looks empty to the planner, which then compares each row of a roll with each of another.
 */
export async function planForWholeRolls(transaction: Transaction<DB>): Promise<void> {
  await sql.raw(PLAN_FOR_WHOLE_ROLLS).execute(transaction)
}

/** The same on a connection in the middle of a transaction. */
export async function planForWholeRollsOn(client: PoolClient): Promise<void> {
  await client.query(PLAN_FOR_WHOLE_ROLLS)
}

const PLAN_FOR_WHOLE_ROLLS = `SELECT set_config('work_mem', '128MB', true), set_config('enable_nestloop', 'off', true)`
