import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Engines } from '../engines.ts'
import { enqueueRefusedMail, type RetriedMail } from './enqueue-mail.ts'
import { listRefusedIds } from './outbox.repository.ts'

/** Leaves a record that a mail is sent again, in the transaction that does it: what an audit is, no engine knows. */
type RecordMailRetry<C> = (transaction: Transaction<DB>, context: C, mail: RetriedMail) => Promise<void>

/**
 * Lets each mail that is refused now be sent again, recorded, and returns how many. Those that are out of date are dropped
 * when they are worded.
 */
export async function retryRefusedMails<C extends Pick<Engines, 'database' | 'clock' | 'jobs'>>(
  context: C,
  recordMailRetry: RecordMailRetry<C>,
): Promise<number> {
  const { kysely } = context.database
  let retried = 0
  for (const outboxId of await listRefusedIds(kysely)) {
    const isRetried = await kysely.transaction().execute(async (transaction) => {
      const mail = await enqueueRefusedMail(transaction, context, { outboxId, outOfDate: {} })
      if (mail) await recordMailRetry(transaction, context, mail)
      return mail !== undefined
    })
    if (isRetried) retried += 1
  }
  context.jobs.wake()
  return retried
}
