import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import {
  FILE_IN_BIN,
  FILE_ON_MANY_RECEIPTS,
  MAX_RECEIPTS_OF_A_FILE,
  type makeReceipts as makeReceiptsCall,
  type ReceiptHead,
} from '@portal/contract/receipts/receipts.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt, DAY_MS } from '../../engines/throttle/throttle.ts'
import type { PersonContext } from '../../records/context.ts'
import { mayHaveReceipt, refuseInBin } from '../../records/documents/documents.policy.ts'
import { endAwaitingReceipt } from '../../records/receipts/awaiting-receipt.repository.ts'
import {
  holdSender,
  isAnyOnReceipts,
  listOfBatch,
  type ReceiptOfBatch,
} from '../../records/receipts/receipts.repository.ts'
import { issueReceipts } from './issue-receipts.ts'
import { toHead } from './receipts.models.ts'
import { makingLimits } from './receipts.limits.ts'
import {
  listDocumentsToReceive,
  type DocumentToReceive,
} from '../../records/filings/documents-to-receive.repository.ts'

type Asked = BodyOf<typeof makeReceiptsCall>

/**
 * Returns the receipts of these files of the caller: the existing ones of the batch or those that the portal made by
 * itself, and new ones for files without a receipt, one for each county. Emails each new receipt. Uses one transaction,
 * so every receipt in the response is stored.
 * @throws 404 for a file that the caller may not see, 403 for another user's file, 409 for a file in the bin, 429 for
 * too many receipts.
 */
export async function makeReceipts(context: PersonContext, asked: Asked): Promise<ReceiptHead[]> {
  const { lockLimiter, actor } = context
  return lockLimiter.run(actor.person.accountId, () => makeInTurn(context, asked))
}

async function makeInTurn(context: PersonContext, { batch: name, fileIds }: Asked): Promise<ReceiptHead[]> {
  const { database, jobs, actor } = context
  await admitAttempt(context, makingLimits(actor))
  const { accountId, email } = actor.person
  const batch = { accountId, batch: name, documentIds: fileIds }
  const asked = new Set(fileIds)
  const receipts = await database.kysely.transaction().execute(async (transaction) => {
    await holdSender(transaction, accountId)
    await endAwaitingReceipt(transaction, batch)
    const before = await listOfBatch(transaction, batch)
    const missing = asked.difference(new Set(before.flatMap(({ documentIds }) => documentIds)))
    if (missing.size === 0) return before
    const documents = await requireDocuments(transaction, context, [...missing])
    const since = new Date(context.clock.now().getTime() - DAY_MS)
    if (await isAnyOnReceipts(transaction, { documentIds: missing, since, most: MAX_RECEIPTS_OF_A_FILE })) {
      throw failure(FILE_ON_MANY_RECEIPTS, { retryAfterSeconds: DAY_MS / 1000 })
    }
    const sender = { accountId, email }
    await issueReceipts(transaction, context, { batch: name, isAutomatic: false, sender, documents })
    return listOfBatch(transaction, batch)
  })
  jobs.wake()
  return receipts.filter(hasAnyOf(asked)).map(toHead)
}

const hasAnyOf =
  (asked: ReadonlySet<number>) =>
  ({ documentIds }: ReceiptOfBatch) =>
    documentIds.some((id) => asked.has(id))

async function requireDocuments(
  transaction: Transaction<DB>,
  { actor: { person } }: PersonContext,
  documentIds: readonly number[],
): Promise<DocumentToReceive[]> {
  const documents = await listDocumentsToReceive(transaction, documentIds)
  const refusals = documents.flatMap((document) => mayHaveReceipt(person, document) ?? [])
  // A file that the caller may not see looks like "not found". That refusal comes before one for another user's file.
  const refusal = refusals.find(({ code }) => code === FILE_NOT_FOUND.code) ?? refusals[0]
  if (documents.length < documentIds.length) throw failure(FILE_NOT_FOUND)
  if (refusal) throw failure(refusal)
  const binned = documents.find(refuseInBin)
  if (binned) throw failure(FILE_IN_BIN, { values: { fileName: binned.file_name } })
  return documents
}
