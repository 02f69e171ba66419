import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { ActorContext } from '../access/context.ts'
import type { DocumentToReceive } from './documents-to-receive.repository.ts'
import type { StoredReceipt, ReceiptFile } from '../receipts/receipt.ts'
import { recordReceipt, type NewReceipt } from '../receipts/record-receipt.ts'

/** Documents that a sender submitted together, in the order of the batch. */
export type Filing = Pick<NewReceipt, 'batch' | 'isAutomatic' | 'sender'> & {
  readonly documents: readonly DocumentToReceive[]
}

/** Creates the receipts of a filing in the caller's transaction, one for each county. Sends no notification. */
export async function recordFiling(
  transaction: Transaction<DB>,
  context: ActorContext,
  { documents, ...filing }: Filing,
): Promise<StoredReceipt[]> {
  const receipts: StoredReceipt[] = []
  for (const [countyId, ofCounty] of Map.groupBy(documents, ({ county_id: id }) => id)) {
    const county = countyId === null ? null : { id: countyId, name: ofCounty[0]?.countyName ?? '' }
    const files = ofCounty.map(toReceivedFile)
    receipts.push(await recordReceipt(transaction, context, { ...filing, county, files }))
  }
  return receipts
}

/** A document in the form of a receipt line, at its place in the batch. */
function toReceivedFile(document: DocumentToReceive, place: number): ReceiptFile {
  return {
    documentId: document.id,
    fileName: document.file_name,
    byteSize: document.byte_size,
    sha256: document.sha256,
    receivedAt: document.uploaded_at,
    place,
    category: document.categoryName,
    type: document.typeName,
    description: document.description,
    owners: document.owners,
  }
}
