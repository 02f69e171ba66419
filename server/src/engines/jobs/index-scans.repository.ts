import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

/**
 * Reads of queues in which only a walk along an index may win: the planner cannot know how long a queue is that was filled
 * a moment ago, and would sort all of it for one page.
 */
export async function withIndexScans<T>(
  db: Kysely<DB>,
  read: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT set_config(name, 'off', true)
      FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'jit']) AS name`.execute(
      transaction,
    )
    return read(transaction)
  })
}
