import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Context, World } from '../../../records/context.ts'
import { listMailFiles, type MailFile } from '../../../records/deliveries/mail-delivery.repository.ts'
import { endAwaitingReceipt } from '../../../records/receipts/awaiting-receipt.repository.ts'
import { listDocumentsToReceive } from '../../../records/filings/documents-to-receive.repository.ts'
import { prove } from '../../../records/receipts/read-receipt.ts'
import type { StoredReceipt } from '../../../records/receipts/receipt.ts'
import { receivedLines } from '../../../records/receipts/received-lines.ts'
import { listFirstReceiptsOf, readSecret } from '../../../records/receipts/receipts.repository.ts'
import { recordFiling } from '../../../records/filings/record-filing.ts'
import { verifyUrl } from '../../../records/receipts/receipt-number.ts'
import { fileLine } from './file-line.ts'

/**
 * Creates the receipt of a message, which the answer then contains. Documents that are already on a receipt stay there.
 */
export async function recordReceiptOfMessage(
  transaction: Transaction<DB>,
  context: Context,
  { id, sender }: { readonly id: string; readonly sender: { accountId: number; email: string } },
): Promise<void> {
  const files = await listMailFiles(transaction, id)
  const { accountId } = sender
  const awaited = await endAwaitingReceipt(transaction, { accountId, documentIds: documentsOf(files) })
  const documents = await listDocumentsToReceive(transaction, awaited)
  await recordFiling(transaction, context, {
    batch: `message ${id}`,
    isAutomatic: true,
    sender,
    // The sender has moved the others to the bin, so they were sent by mistake.
    documents: documents.filter(({ deleted_at: deletedAt }) => deletedAt === null),
  })
}

const documentsOf = (files: readonly MailFile[]) => files.flatMap(({ documentId }) => documentId ?? [])

/** The results of a message's files, each with its proof, and the receipts that contain them. */
export async function filesAndReceipts(
  { database: { kysely }, settings }: World,
  { id, accountId }: { readonly id: string; readonly accountId: number | null },
): Promise<string[]> {
  const files = await listMailFiles(kysely, id)
  const receipts = accountId === null ? [] : await soundReceipts(kysely, { accountId, files })
  const received = new Map(receipts.flatMap((each) => each.files.map((file) => [file.documentId, file])))
  return [
    ...files.flatMap((file) => {
      const line = fileLine(file)
      const proof = file.documentId === null ? undefined : received.get(file.documentId)
      if (line === null) return []
      return [line, ...(proof ? receivedLines(proof, settings.timeZone) : [])].join('\n')
    }),
    ...receipts.map((receipt) =>
      [
        `Receipt number: ${receipt.number}`,
        `Check code: ${receipt.checkCode}`,
        `Open or verify it: ${verifyUrl(settings, receipt)}`,
      ].join('\n'),
    ),
  ]
}

/** A receipt that was altered in the database is not sent to anyone. */
async function soundReceipts(
  db: World['database']['kysely'],
  { accountId, files }: { readonly accountId: number; readonly files: readonly MailFile[] },
): Promise<StoredReceipt[]> {
  const receipts = await listFirstReceiptsOf(db, { accountId, documentIds: documentsOf(files) })
  const secret = await readSecret(db)
  return receipts.filter((receipt) => prove(receipt, secret).isSound)
}
