import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Engines } from '../engines.ts'
import { bringBackDeadJobs, type DeadJobs, type DeadOnes } from './job-list.repository.ts'

/** Leaves a record that jobs were brought back, in the transaction that does it: what an audit is, no engine knows. */
export type RecordRetry<C> = (
  transaction: Transaction<DB>,
  context: C,
  retried: readonly DeadJobs[],
) => Promise<void>

/** Lets dead jobs wait again as if they had never been tried, recorded, and returns how many of each kind. */
export async function retryDeadJobs<C extends Pick<Engines, 'database' | 'jobs'>>(
  context: C,
  meant: DeadOnes,
  recordRetry: RecordRetry<C>,
): Promise<DeadJobs[]> {
  const retried = await context.database.kysely.transaction().execute(async (transaction) => {
    const found = await bringBackDeadJobs(transaction, meant)
    if (found.length > 0) await recordRetry(transaction, context, found)
    return found
  })
  context.jobs.wake()
  return retried
}
