import { recordAudit } from '../../audit/record.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { AccessState } from '../../access/state.ts'
import type { PersonContext } from '../../access/context.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { isDownloadRecorded, queueDownloads, type Reader } from './download.repository.ts'

/** A viewer's many ranges and reloads are one download. */
const SAME_DOWNLOAD_MS = 600_000

/** Who downloads a document, and since when another download of it counts as the same one. */
export function readerOf({ clock, actor }: PersonContext, documentId: number): Reader {
  const since = new Date(clock.now().getTime() - SAME_DOWNLOAD_MS)
  return { documentId, accountId: actor.person.accountId, since }
}

/** Leaves the audit record of a download, once in ten minutes for an account and a document. */
export async function recordDownload(
  context: PersonContext<Engines & AccessState>,
  document: DocumentRow,
): Promise<void> {
  const { database, lockLimiter } = context
  const reader = readerOf(context, document.id)
  const record = () =>
    database.kysely.transaction().execute(async (transaction) => {
      await queueDownloads(transaction, reader)
      if (await isDownloadRecorded(transaction, reader)) return
      await recordAudit(transaction, context, {
        action: 'document.downloaded',
        subject: { kind: 'document', id: document.id },
        countyId: document.county_id,
        after: { fileName: document.file_name },
      })
    })
  await lockLimiter.run(reader.accountId, record)
}
