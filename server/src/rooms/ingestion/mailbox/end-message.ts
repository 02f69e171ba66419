import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { lockAccountById } from '../../../records/accounts/base/account-locks.repository.ts'
import type { Context } from '../../../records/context.ts'
import { endMail, type MailEnding } from '../../../records/deliveries/mail-delivery.repository.ts'
import { outcomeMail } from './outcome-mail.ts'
import { recordReceiptOfMessage } from './receipt-of-message.ts'

type Ended = {
  readonly id: string
  readonly from: 'taken' | 'waiting'
  readonly ending: MailEnding
  /** The address of the notified sender; null for none. */
  readonly answerTo: string | null
  /** Further records in the same transaction. */
  readonly alsoRecord?: (transaction: Transaction<DB>) => Promise<void>
}

/** Records the result of a message once, and queues an email to its sender; false if it was already recorded. */
export async function endMessage(
  context: Context,
  { id, from, ending, answerTo, alsoRecord }: Ended,
): Promise<boolean> {
  const isEnded = await context.database.kysely.transaction().execute(async (transaction) => {
    // Rate-limited mails of an account must be counted one after the other.
    if (ending.accountId !== null) await lockAccountById(transaction, ending.accountId)
    if (!(await endMail(transaction, { id, from }, ending))) return false
    await alsoRecord?.(transaction)
    const { accountId, state } = ending
    if (answerTo !== null && accountId !== null && state === 'accepted')
      await recordReceiptOfMessage(transaction, context, { id, sender: { accountId, email: answerTo } })
    if (answerTo !== null) await enqueueMail(transaction, context, outcomeMail(answerTo, id))
    return true
  })
  context.jobs.wake()
  return isEnded
}
