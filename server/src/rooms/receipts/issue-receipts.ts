import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import type { ActorContext } from '../../records/access/context.ts'
import { recordReceipt, type NewReceipt } from '../../records/receipts/record-receipt.ts'
import { RECEIPT_MAIL } from './receipt-mails.ts'
import { toReceivedFile } from './receipts.models.ts'
import type { DocumentToReceive } from './receipts.repository.ts'

type Filing = Pick<NewReceipt, 'batch' | 'isAutomatic' | 'sender'> & {
  readonly documents: readonly DocumentToReceive[]
}

/** Makes the receipts of a filing in the caller's transaction, one for each county, and queues the mail of each. */
export async function issueReceipts(
  transaction: Transaction<DB>,
  context: ActorContext,
  { documents, ...filing }: Filing,
): Promise<void> {
  for (const [countyId, ofCounty] of Map.groupBy(documents, ({ county_id: id }) => id)) {
    const county = countyId === null ? null : { id: countyId, name: ofCounty[0]?.countyName ?? '' }
    const files = ofCounty.map(toReceivedFile)
    const { number, sender } = await recordReceipt(transaction, context, { ...filing, county, files })
    await enqueueMail(transaction, context, { kind: RECEIPT_MAIL, recipient: sender, facts: { number } })
  }
}
