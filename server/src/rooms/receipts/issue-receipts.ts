import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import type { ActorContext } from '../../records/access/context.ts'
import { recordFiling, type Filing } from '../../records/filings/record-filing.ts'
import { isLongReceipt } from './long-receipt.ts'
import { RECEIPT_MAIL } from './receipt-mails.ts'

/** Makes the receipts of a filing in the caller's transaction, one for each county, and queues the mail of each. */
export async function issueReceipts(
  transaction: Transaction<DB>,
  context: ActorContext,
  filing: Filing,
): Promise<void> {
  for (const receipt of await recordFiling(transaction, context, filing)) {
    const { number, sender: recipient } = receipt
    const mail = { kind: RECEIPT_MAIL, recipient, facts: { number } }
    await enqueueMail(transaction, context, { ...mail, isSlow: isLongReceipt(receipt) })
  }
}
