import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_RECYCLE_BIN_ROWS } from '@portal/contract/limits.ts'
import type { listDeletedFiles, DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
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

/** What the caller may restore: the newest 1000 deletions, and how many there are in truth. */
export async function listRecycleBin({
  actor: { person },
  database,
  dictionaries,
}: PersonContext): Promise<ResultOf<typeof listDeletedFiles>> {
  const rows = await listBin(database.kysely, binScope(person), MAX_RECYCLE_BIN_ROWS)
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  return { files: rows.map((row) => toDeletedFile(row, names)), total: rows[0]?.total ?? 0 }
}

/**
 * Takes a document out of the bin.
 * @throws 404 for one not to be seen, 403 for one not theirs, 409 for one that is not in the bin, 429 after too many.
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
 * Deletes a document of the bin for good.
 * @throws 404 for one not to be seen, 403 for one not theirs, 409 for one that is not in the bin.
 */
export async function deleteForGood(context: PersonContext, documentId: number): Promise<void> {
  await remove(context, [documentId], 'fail')
}

/**
 * Deletes documents of the bin for good, all or none. What does not exist, or is not to be seen, counts as gone.
 * @returns how many were deleted now.
 * @throws 403 when one is seen but not theirs, 409 when one is not in the bin.
 */
export async function deleteManyForGood(
  context: PersonContext,
  documentIds: readonly number[],
): Promise<number> {
  // One list of a person after the other: each holds a connection for as long as it waits for a document.
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

function toDeletedFile(row: BinRow, names: Names): DeletedFile {
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
