import type { Engines } from '../../../engines/engines.ts'
import type { PersonContext } from '../../access/context.ts'
import type { AccessState } from '../../access/state.ts'
import { recordAudit } from '../../audit/record.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { isReadRecorded, queueReads, type ReadAction, type Reader } from './download.repository.ts'

/** A viewer's many pages, ranges and reloads count as one read. */
const SAME_READ_MS = 600_000

export function readerOf({ clock, actor }: PersonContext, documentId: number, action: ReadAction): Reader {
  const since = new Date(clock.now().getTime() - SAME_READ_MS)
  return { documentId, accountId: actor.person.accountId, since, action }
}

/** Writes the audit record of a download or a look, once in ten minutes per account and document. */
export async function recordRead(
  context: PersonContext<Engines & AccessState>,
  document: DocumentRow,
  action: ReadAction,
): Promise<void> {
  const { database, lockLimiter } = context
  const reader = readerOf(context, document.id, action)
  const record = () =>
    database.kysely.transaction().execute(async (transaction) => {
      await queueReads(transaction, reader)
      if (await isReadRecorded(transaction, reader)) return
      await recordAudit(transaction, context, {
        action,
        subject: { kind: 'document', id: document.id },
        countyId: document.county_id,
        after: { fileName: document.file_name },
      })
    })
  await lockLimiter.run(reader.accountId, record)
}
