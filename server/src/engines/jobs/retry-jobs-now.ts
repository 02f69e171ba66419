import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Engines } from '../engines.ts'
import { reviveDeadJobs, retryFailedJobsNow, type DeadJobs, type DeadOnes } from './job-list.repository.ts'

/** Leaves a record that jobs are tried again, in the transaction that does it: what an audit is, no engine knows. */
export type RecordRetry<C> = (
  transaction: Transaction<DB>,
  context: C,
  retried: readonly DeadJobs[],
) => Promise<void>

/** How many of each kind were brought back, and how many wait for no next try any more: they are due now. */
export type Retried = { readonly retried: readonly DeadJobs[]; readonly hurried: readonly DeadJobs[] }

/** Lets dead jobs wait again as if they had never been tried, and those that wait for their next try be due, recorded. */
export async function retryJobsNow<C extends Pick<Engines, 'database' | 'jobs'>>(
  context: C,
  meant: DeadOnes,
  recordRetry: RecordRetry<C>,
): Promise<Retried> {
  const done = await context.database.kysely.transaction().execute(async (transaction) => {
    const hurried = await retryFailedJobsNow(transaction, meant)
    const retried = await reviveDeadJobs(transaction, meant)
    const all = together([...retried, ...hurried])
    if (all.length > 0) await recordRetry(transaction, context, all)
    return { retried, hurried }
  })
  context.jobs.wake()
  return done
}

function together(some: readonly DeadJobs[]): DeadJobs[] {
  const byKind = Map.groupBy(some, ({ kind }) => kind)
  return [...byKind].map(([kind, each]) => ({ kind, count: each.reduce((sum, { count }) => sum + count, 0) }))
}
