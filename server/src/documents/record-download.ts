import { actorOf, recordAudit } from '../audit/record.ts'
import type { PersonContext } from '../world.ts'
import { isDownloadRecorded, queueDownloads, type DownloadRow } from './download.repository.ts'

/** Milliseconds: a viewer's many ranges and reloads are one download. */
const ONE_DOWNLOAD = 600_000

/** Leaves the audit record of a download, once in ten minutes for an account and a document. */
export async function recordDownload(context: PersonContext, document: DownloadRow): Promise<void> {
  const { clock, database, person } = context
  const since = new Date(clock.now().getTime() - ONE_DOWNLOAD)
  const reader = { documentId: document.id, accountId: person.accountId, since }
  if (await isDownloadRecorded(database.kysely, reader)) return
  await database.kysely.transaction().execute(async (transaction) => {
    await queueDownloads(transaction, reader)
    if (await isDownloadRecorded(transaction, reader)) return
    await recordAudit(
      transaction,
      { clock, actor: actorOf(context) },
      {
        what: 'downloaded',
        documentId: document.id,
        countyId: document.county_id,
        after: { fileName: document.file_name },
      },
    )
  })
}
