import type { DocumentEvent, HistoryKind } from '@portal/contract/history/document-history.ts'
import type { ActPosition } from '../../../records/audit/act-position.ts'
import type { PersonContext } from '../../../records/context.ts'
import { reloadActor } from '../../../records/sessions/reload-actor.ts'
import { filterFor } from './document-history.policy.ts'
import { readDocumentHistory } from './document-history.repository.ts'
import { requireHistoryOf, toDocumentEvents } from './list-document-history.usecases.ts'

const PORTION = 500

export type HistoryRequest = { readonly fileId: number; readonly kind?: HistoryKind | undefined }

/**
 * All events of a document, newest first, in portions, so that a long history needs little memory. Each event is an entry.
 * The reader is authorized again before each portion: they may lose the document meanwhile.
 * @throws PortalError what `requireHistoryOf` throws, and 401 for a session that has ended.
 */
export async function* walkDocumentHistory(
  context: PersonContext,
  { fileId, kind }: HistoryRequest,
): AsyncGenerator<DocumentEvent[]> {
  const { database, actor } = context
  let after: ActPosition | null = null
  for (;;) {
    const person = await reloadActor(database.kysely, { context })
    const reading = { ...context, actor: { ...actor, person } }
    const document = await requireHistoryOf(reading, fileId)
    const filter = filterFor(person, { fileId, document, kind })
    const rows = await readDocumentHistory(database.kysely, filter, { after, most: PORTION })
    if (rows.length > 0) yield await toDocumentEvents(reading, { fileId, groups: rows.map((row) => [row]) })
    if (rows.length < PORTION) return
    after = rows.at(-1) ?? null
  }
}
