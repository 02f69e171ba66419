import type { AnswerOf } from '@portal/contract/endpoint.ts'
import { FILE_NOT_FOUND } from '@portal/contract/error.ts'
import { RECYCLE_BIN_SHOWN } from '@portal/contract/limits.ts'
import { NOT_IN_THE_BIN, NOT_YOURS_TO_RESTORE, type listDeletedFiles } from '@portal/contract/recycle-bin.ts'
import { actorOf, recordAudit } from '../audit/record.ts'
import { mayRestore, maySee } from '../files/files.policy.ts'
import { conflict, forbidden, notFound } from '../http/errors.ts'
import type { PersonContext } from '../world.ts'
import { toDeletedFile, toFacts } from './recycle-bin.models.ts'
import { listBin, lockDocuments, takeOutOfBin } from './recycle-bin.repository.ts'
import { binScope } from './recycle-bin.scope.ts'

/** What the caller may restore: the newest 1000 deletions, and how many there are in truth. */
export async function listRecycleBin({
  person,
  database,
  dictionaries,
}: PersonContext): Promise<AnswerOf<typeof listDeletedFiles>> {
  const rows = await listBin(database.kysely, binScope(person), RECYCLE_BIN_SHOWN)
  const names = await dictionaries.names(rows.map((row) => row.county_id))
  return { files: rows.map((row) => toDeletedFile(row, names)), total: Number(rows[0]?.total ?? 0) }
}

/**
 * Takes a document out of the bin. Throws 404 for one not to be seen, 403 for one not theirs, 409 for one that is not
 * in the bin.
 */
export async function restoreDocument(context: PersonContext, documentId: number): Promise<void> {
  const { person, clock, database } = context
  await database.kysely.transaction().execute(async (transaction) => {
    const [document] = await lockDocuments(transaction, [documentId])
    if (!document || !maySee(person, toFacts(document))) throw notFound(FILE_NOT_FOUND)
    if (!mayRestore(person, toFacts(document))) throw forbidden(NOT_YOURS_TO_RESTORE)
    if (document.deleted_at === null) throw conflict(NOT_IN_THE_BIN)
    await takeOutOfBin(transaction, documentId)
    await recordAudit(
      transaction,
      { clock, actor: actorOf(context) },
      {
        what: 'restored',
        documentId,
        countyId: document.county_id,
        before: { fileName: document.file_name, deletedAt: document.deleted_at.toISOString() },
      },
    )
  })
}
