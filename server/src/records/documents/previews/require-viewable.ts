import type { Engines } from '../../../engines/engines.ts'
import type { PersonContext } from '../../access/context.ts'
import type { AccessState } from '../../access/state.ts'
import { requireChecked } from '../../stored-files/scan/require-checked.ts'
import { findDownloadable } from '../download/download.repository.ts'
import { readerOf, recordDocumentRead } from '../download/record-read.ts'
import { mayDownload } from '../documents.policy.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { requireAllowed } from '../require-document.ts'

/**
 * Returns a document whose content the caller sees now, and records the look.
 * @throws as a download: 404, 403, and 503 or 409 for a document not found free of viruses.
 */
export async function requireViewable(
  context: PersonContext<Engines & AccessState>,
  documentId: number,
): Promise<DocumentRow> {
  const { actor, database } = context
  const found = await findDownloadable(database, readerOf(context, documentId, 'document.viewed'))
  const document = requireAllowed(found?.document, (asked) => mayDownload(actor.person, asked))
  requireChecked(found?.scan)
  if (!found?.isRecorded) await recordDocumentRead(context, document, 'document.viewed')
  return document
}
