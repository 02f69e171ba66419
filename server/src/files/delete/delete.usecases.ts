import { FILE_NOT_FOUND, IN_THE_BIN } from '@portal/contract/error.ts'
import { NOT_YOURS_TO_DELETE } from '@portal/contract/files.ts'
import { actorOf, recordAudit } from '../../audit/record.ts'
import { conflict, forbidden, notFound } from '../../http/errors.ts'
import type { PersonContext } from '../../world.ts'
import { mayDelete, maySee } from '../files.policy.ts'
import { lockDocument, moveToBin } from './delete.repository.ts'

/** Moves a document to the recycle bin. Throws 404 for one not to be seen, 403 for one not theirs, 409 in the bin. */
export async function deleteDocument(context: PersonContext, documentId: number): Promise<void> {
  const { person, clock, database } = context
  await database.kysely.transaction().execute(async (transaction) => {
    const document = await lockDocument(transaction, documentId)
    if (!document) throw notFound(FILE_NOT_FOUND)
    const isInBin = document.deleted_at !== null
    const facts = { countyId: document.county_id, uploadedBy: document.uploaded_by }
    if (!maySee(person, facts)) throw notFound(FILE_NOT_FOUND)
    if (!mayDelete(person, facts)) throw forbidden(NOT_YOURS_TO_DELETE)
    if (isInBin) throw conflict(IN_THE_BIN)
    await moveToBin(transaction, documentId, { deletedAt: clock.now(), deletedBy: person.accountId })
    await recordAudit(
      transaction,
      { clock, actor: actorOf(context) },
      {
        what: 'moved to the recycle bin',
        documentId,
        countyId: document.county_id,
        before: { fileName: document.file_name },
      },
    )
  })
}
