import { recordAudit } from '../../audit/record.ts'
import type { PersonContext } from '../../context.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { isDownloadRecorded, queueDownloads } from './download.repository.ts'

/** A viewer's many ranges and reloads are one download. */
const SAME_DOWNLOAD_MS = 600_000

/** Leaves the audit record of a download, once in ten minutes for an account and a document. */
export async function recordDownload(context: PersonContext, document: DocumentRow): Promise<void> {
  const { clock, database } = context
  const { person } = context.actor
  const since = new Date(clock.now().getTime() - SAME_DOWNLOAD_MS)
  const reader = { documentId: document.id, accountId: person.accountId, since }
  if (await isDownloadRecorded(database.kysely, reader)) return
  await database.kysely.transaction().execute(async (transaction) => {
    await queueDownloads(transaction, reader)
    if (await isDownloadRecorded(transaction, reader)) return
    await recordAudit(transaction, context, {
      action: 'document.downloaded',
      subject: { kind: 'document', id: document.id },
      countyId: document.county_id,
      after: { fileName: document.file_name },
    })
  })
}
