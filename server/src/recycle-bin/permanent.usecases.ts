import { FILE_NOT_FOUND } from '@portal/contract/error.ts'
import { NOT_IN_THE_BIN, NOT_YOURS_TO_DELETE_FOR_GOOD } from '@portal/contract/recycle-bin.ts'
import type { Transaction } from 'kysely'
import { actorOf, recordAudits } from '../audit/record.ts'
import type { DB } from '../database/generated/db.d.ts'
import { mayDeletePermanently, maySee } from '../files/files.policy.ts'
import { conflict, forbidden, notFound } from '../http/errors.ts'
import type { PersonContext } from '../world.ts'
import { toFacts, toRemains } from './recycle-bin.models.ts'
import { lockDocuments, removeDocuments, type LockedDocument } from './recycle-bin.repository.ts'

/**
 * Deletes a document of the bin for good. Throws 404 for one not to be seen, 403 for one not theirs, 409 for one that
 * is not in the bin.
 */
export async function deleteForGood(context: PersonContext, documentId: number): Promise<void> {
  await removeInOneTransaction(context, [documentId], ([document]) => {
    if (!document) throw notFound(FILE_NOT_FOUND)
  })
}

/**
 * Deletes documents of the bin for good, all or none, and answers how many were deleted now. What does not exist, or is
 * not to be seen, counts as gone. Throws 403 when one is seen but not theirs, 409 when one is not in the bin.
 */
export async function deleteManyForGood(
  context: PersonContext,
  documentIds: readonly number[],
): Promise<number> {
  return removeInOneTransaction(context, documentIds, () => {})
}

async function removeInOneTransaction(
  context: PersonContext,
  documentIds: readonly number[],
  require: (seen: readonly LockedDocument[]) => void,
): Promise<number> {
  const { person, database, jobs } = context
  const deleted = await database.kysely.transaction().execute(async (transaction) => {
    const documents = await lockDocuments(transaction, documentIds)
    const seen = documents.filter((document) => maySee(person, toFacts(document)))
    require(seen)
    if (!seen.every((document) => mayDeletePermanently(person, toFacts(document)))) {
      throw forbidden(NOT_YOURS_TO_DELETE_FOR_GOOD)
    }
    if (seen.some((document) => document.deleted_at === null)) throw conflict(NOT_IN_THE_BIN)
    await remove(context, transaction, seen)
    return seen.length
  })
  jobs.wake()
  return deleted
}

/** The rows go now, the bytes by jobs that exist only if this commits: neither is ever left without the other. */
async function remove(
  context: PersonContext,
  transaction: Transaction<DB>,
  documents: readonly LockedDocument[],
): Promise<void> {
  await removeDocuments(
    transaction,
    documents.map(({ id }) => id),
  )
  await recordAudits(
    transaction,
    { clock: context.clock, actor: actorOf(context) },
    documents.map((document) => ({
      what: 'permanently deleted',
      documentId: document.id,
      countyId: document.county_id,
      before: toRemains(document),
    })),
  )
  const bytes = documents.map((document) => ({ storageKey: document.storage_key }))
  await context.jobs.enqueue(transaction, 'remove-stored-bytes', ...bytes)
}
