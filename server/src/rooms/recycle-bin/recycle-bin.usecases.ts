import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_RECYCLE_BIN_ROWS } from '@portal/contract/limits.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type { listDeletedFiles, DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { failure } from '../../engines/http/errors.ts'
import { narrowScope } from '../../records/access/county.policy.ts'
import type { PersonContext } from '../../records/context.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import { actOnDocument, actOnDocuments, type Conditions } from '../../records/documents/act-on-documents.ts'
import { binScope } from '../../records/documents/bin.scope.ts'
import {
  mayRestore,
  refuseOutsideBin,
  mayDeletePermanently,
} from '../../records/documents/documents.policy.ts'
import { listBin, type BinRow } from './recycle-bin.repository.ts'
import type { Names } from '../../records/reference/dictionaries.ts'

/**
 * Returns the newest 1000 deletions that the caller may restore, and their true total.
 * @throws 403 for a county whose documents the caller may not see.
 */
export async function listRecycleBin(
  { actor: { person }, database, dictionaries }: PersonContext,
  { countyId }: QueryOf<typeof listDeletedFiles>,
): Promise<ResultOf<typeof listDeletedFiles>> {
  const scope = binScope(person)
  const seen = narrowScope(scope.seen, countyId)
  if (!seen) throw failure(OTHER_COUNTY)
  const rows = await listBin(database.kysely, { ...scope, seen }, MAX_RECYCLE_BIN_ROWS)
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  return { files: rows.map((row) => toDeletedFile(row, names)), total: rows[0]?.total ?? 0 }
}

/**
 * Restores a document from the bin.
 * @throws 404 if the caller may not see it, 403 if it is not theirs, 409 if it is not in the bin, 429 after too many.
 */
export async function restoreDocument(context: PersonContext, documentId: number): Promise<void> {
  const { person } = context.actor
  await admitAttempt(context, repeatedActLimits(context.actor, 'restore'))
  await actOnDocument(
    context,
    documentId,
    { may: (document) => mayRestore(person, document), state: refuseOutsideBin },
    ({ file_name: fileName, deleted_at: deletedAt }) => ({
      decide: () => ({
        change: { deleted_at: null, deleted_by: null },
        entries: [{ action: 'document.restored', before: { fileName, deletedAt: deletedAt?.toISOString() } }],
      }),
    }),
  )
}

/**
 * Deletes a document of the bin permanently.
 * @throws 404 if the caller may not see it, 403 if it is not theirs, 409 if it is not in the bin.
 */
export async function deleteForGood(context: PersonContext, documentId: number): Promise<void> {
  await remove(context, [documentId], 'fail')
}

/**
 * Deletes documents of the bin permanently, all or none. A document that does not exist or is hidden from the caller
 * counts as deleted.
 * @returns how many documents this call deleted.
 * @throws 403 if the caller may see one that is not theirs, 409 if one is not in the bin.
 */
export async function deleteManyForGood(
  context: PersonContext,
  documentIds: readonly number[],
): Promise<number> {
  // One list per person at a time: each holds a connection while it waits for a document.
  return context.lockLimiter.run(context.actor.person.accountId, () => remove(context, documentIds, 'skip'))
}

async function remove(
  context: PersonContext,
  documentIds: readonly number[],
  missing: Conditions['missing'],
): Promise<number> {
  const { person } = context.actor
  const { documents } = await actOnDocuments(
    context,
    documentIds,
    { may: (document) => mayDeletePermanently(person, document), state: refuseOutsideBin, missing },
    () => ({ decide: () => ({ change: 'remove' }) }),
  )
  return documents.length
}

/** A row with the names of its ids. */
export function toDeletedFile(row: BinRow, names: Names): DeletedFile {
  return {
    FileID: row.id,
    FileName: row.file_name,
    DeletedAt: row.deleted_at?.toISOString() ?? '',
    CategoryName: names.categoryName(row.category_id),
    TypeName: names.typeName(row.type_id),
    Description: row.description,
    CountyName: names.countyName(row.county_id),
    DeletedByUsername: row.deleted_by_email ?? '',
  }
}
