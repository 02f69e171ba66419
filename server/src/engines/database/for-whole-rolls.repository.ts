import { sql, type Transaction } from 'kysely'
import type { PoolClient } from 'pg'
import type { DB } from './generated/db.d.ts'

/**
 * Until the transaction ends, statements join and sort the largest county's roll in memory and never use nested loops.
 * A table filled a moment ago looks empty to the planner, which would then compare every row of a roll with every
 * other.
 */
export async function planForWholeRolls(transaction: Transaction<DB>): Promise<void> {
  await sql.raw(PLAN_FOR_WHOLE_ROLLS).execute(transaction)
}

/** The same for a connection that is already in a transaction. */
export async function planForWholeRollsOn(client: PoolClient): Promise<void> {
  await client.query(PLAN_FOR_WHOLE_ROLLS)
}

const PLAN_FOR_WHOLE_ROLLS = `SELECT set_config('work_mem', '128MB', true), set_config('enable_nestloop', 'off', true)`
