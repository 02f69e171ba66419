import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Engines } from '../engines.ts'
import { enqueueRefusedMail, type RetriedMail } from './enqueue-mail.ts'
import { listRefusedIds } from './outbox.repository.ts'

/** Records a mail retry in the same transaction. A callback, because engines do not know the audit. */
type RecordMailRetry<C> = (transaction: Transaction<DB>, context: C, mail: RetriedMail) => Promise<void>

/**
 * Requeues and records each refused mail, and returns how many. Mails that are out of date are dropped when they are
 * composed.
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
