import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import type { ActorContext } from '../../records/access/context.ts'
import { recordFiling, type Filing } from '../../records/filings/record-filing.ts'
import { RECEIPT_MAIL } from './receipt-mails.ts'
import type { StoredReceipt } from '../../records/receipts/receipt.ts'

/** Characters of text. This many print in half a second; the longest receipt takes a hundred times as long. */
const LONG_FROM_CHARACTERS = 100_000

/** Characters that a file adds to its texts: number, hash, size and times. */
const CHARACTERS_OF_A_FILE = 150

/** Makes the receipts of a filing in the caller's transaction, one for each county, and queues their emails. */
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

/** Whether the receipt takes long to print, so that short receipts and other mail must not wait behind it. */
export function isLongReceipt({ files }: Pick<StoredReceipt, 'files'>): boolean {
  const characters = files.reduce(
    (sum, { fileName, description, owners }) =>
      sum + CHARACTERS_OF_A_FILE + fileName.length + (description?.length ?? 0) + (owners?.length ?? 0),
    0,
  )
  return characters > LONG_FROM_CHARACTERS
}
