import type { ResultOf } from '@portal/contract/endpoint.ts'
import { MAX_RECYCLE_BIN_ROWS } from '@portal/contract/limits.ts'
import type { listDeletedFiles } from '@portal/contract/recycle-bin/recycle-bin.ts'
import type { PersonContext } from '../../records/context.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import { actOnDocument } from '../../records/documents/act-on-documents.ts'
import { binScope } from '../../records/documents/bin.scope.ts'
import { mayRestore, refuseOutsideBin } from '../../records/documents/documents.policy.ts'
import { toDeletedFile } from './recycle-bin.models.ts'
import { listBin } from './recycle-bin.repository.ts'

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
