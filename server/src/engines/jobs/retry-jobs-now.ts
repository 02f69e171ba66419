import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Engines } from '../engines.ts'
import { reviveDeadJobs, retryFailedJobsNow, type DeadJobs, type DeadOnes } from './job-list.repository.ts'

/** Records the retry in the same transaction. The caller passes it, because engines do not know the audit. */
export type RecordRetry<C> = (
  transaction: Transaction<DB>,
  context: C,
  retried: readonly DeadJobs[],
) => Promise<void>

/** How many jobs of each kind were revived, and how many failed jobs are due now instead of at their next retry. */
export type Retried = { readonly retried: readonly DeadJobs[]; readonly hurried: readonly DeadJobs[] }

/** Revives dead jobs with no attempts counted, makes failed jobs due now, and records both. */
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
