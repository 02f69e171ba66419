import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import type { ActorContext } from '../../records/access/context.ts'
import { recordFiling, type Filing } from '../../records/filings/record-filing.ts'
import { RECEIPT_MAIL } from './receipt-mails.ts'

/** Makes the receipts of a filing in the caller's transaction, one for each county, and queues the mail of each. */
export async function issueReceipts(
  transaction: Transaction<DB>,
  context: ActorContext,
  filing: Filing,
): Promise<void> {
  for (const { number, sender } of await recordFiling(transaction, context, filing))
    await enqueueMail(transaction, context, { kind: RECEIPT_MAIL, recipient: sender, facts: { number } })
}
