import type { Engines } from '../../../engines/engines.ts'
import type { PersonContext } from '../../access/context.ts'
import type { AccessState } from '../../access/state.ts'
import { recordRead, sameReadSince } from '../../audit/record-read.ts'
import type { DocumentRow } from '../documents.repository.ts'
import type { ReadAction, Reader } from './download.repository.ts'

export function readerOf({ clock, actor }: PersonContext, documentId: number, action: ReadAction): Reader {
  const { person, token } = actor
  return { documentId, accountId: person.accountId, tokenId: token?.id, since: sameReadSince(clock), action }
}

/** Writes the audit record of a download or a look, once in ten minutes per account and document. */
export async function recordDocumentRead(
  context: PersonContext<Engines & AccessState>,
  document: DocumentRow,
  action: ReadAction,
): Promise<void> {
  await recordRead(context, {
    action,
    subject: { kind: 'document', id: document.id },
    countyId: document.county_id,
    after: { fileName: document.file_name },
  })
}
