import { FILE_NOT_FOUND } from '@portal/contract/document-errors.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { makeReceipts as makeReceiptsCall, ReceiptHead } from '@portal/contract/receipts.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import type { PersonContext } from '../../records/context.ts'
import { mayHaveReceipt } from '../../records/documents/documents.policy.ts'
import { recordReceipt, type NewReceipt } from '../../records/receipts/record-receipt.ts'
import { holdBatch, listOfBatch, type ReceiptOfBatch } from '../../records/receipts/receipts.repository.ts'
import { RECEIPT_MAIL } from './receipt-mails.ts'
import { toHead, toReceivedFile } from './receipts.models.ts'
import { makingLimits } from './receipts.limits.ts'
import { listDocumentsToReceive, type DocumentToReceive } from './receipts.repository.ts'

type Asked = BodyOf<typeof makeReceiptsCall>

/**
 * The receipts on which these files of the caller's stand: those that the batch has already, and new ones for files that are on
 * none, one for each county. Each new one is mailed. All in one transaction: what is answered is kept.
 * @throws 404 for a file that the caller does not see, 403 for one that somebody else uploaded, 429 for too many receipts.
 */
export async function makeReceipts(
  context: PersonContext,
  { batch: name, fileIds }: Asked,
): Promise<ReceiptHead[]> {
  const { database, jobs, actor } = context
  await admitAttempt(context, makingLimits(actor))
  const batch = { accountId: actor.person.accountId, batch: name }
  const asked = new Set(fileIds)
  const receipts = await database.kysely.transaction().execute(async (transaction) => {
    await holdBatch(transaction, batch)
    const before = await listOfBatch(transaction, batch)
    const missing = asked.difference(new Set(before.flatMap(({ documentIds }) => documentIds)))
    if (missing.size === 0) return before
    const documents = await requireDocuments(transaction, context, [...missing])
    for (const each of byCounty(documents)) await makeOne(transaction, context, { batch: name, ...each })
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
  // What is not to be seen is answered before what is not theirs, as what is not there.
  const refusal = refusals.find(({ code }) => code === FILE_NOT_FOUND.code) ?? refusals[0]
  if (documents.length < documentIds.length) throw failure(FILE_NOT_FOUND)
  if (refusal) throw failure(refusal)
  return documents
}

function byCounty(documents: readonly DocumentToReceive[]): Omit<NewReceipt, 'batch'>[] {
  return [...Map.groupBy(documents, ({ county_id: countyId }) => countyId)].map(([id, ofCounty]) => ({
    county: id === null ? null : { id, name: ofCounty[0]?.countyName ?? '' },
    files: ofCounty.map(toReceivedFile),
  }))
}

async function makeOne(
  transaction: Transaction<DB>,
  context: PersonContext,
  receipt: NewReceipt,
): Promise<void> {
  const { number, sender } = await recordReceipt(transaction, context, receipt)
  await enqueueMail(transaction, context, { kind: RECEIPT_MAIL, recipient: sender, facts: { number } })
}
