import { OPEN_FORBIDDEN } from '@portal/contract/files/document-errors.ts'
import type { DocumentEvent, HistoryKind } from '@portal/contract/history/document-history.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { ActPosition } from '../../../records/audit/act-position.ts'
import type { PersonContext } from '../../../records/context.ts'
import { reloadActor } from '../../../records/sessions/reload-actor.ts'
import { filterFor, readsWholeHistory } from './document-history.policy.ts'
import { readDocumentHistory } from './document-history.repository.ts'
import { requireHistoryOf, toDocumentEvents } from './list-document-history.usecases.ts'

const PORTION = 500

export type HistoryRequest = { readonly fileId: number; readonly kind?: HistoryKind | undefined }

/**
 * All events of a document, newest first, in portions, so that a long history needs little memory. Each event is an entry.
 * The reader is authorized again before each portion: they may lose the document meanwhile, or the right to all records.
 * @throws PortalError what `requireHistoryOf` throws, and 401 for a session that has ended.
 */
export async function* walkDocumentHistory(
  context: PersonContext,
  { fileId, kind }: HistoryRequest,
): AsyncGenerator<DocumentEvent[]> {
  const { database, actor } = context
  const isWhole = readsWholeHistory(actor.person)
  let after: ActPosition | null = null
  for (;;) {
    const person = await reloadActor(database.kysely, { context })
    // What was sent so far says that it is all that the portal recorded.
    if (isWhole && !readsWholeHistory(person)) throw failure(OPEN_FORBIDDEN)
    const reading = { ...context, actor: { ...actor, person } }
    const document = await requireHistoryOf(reading, fileId)
    const filter = filterFor(person, { fileId, document, kind })
    const rows = await readDocumentHistory(database.kysely, filter, { after, most: PORTION })
    if (rows.length > 0) yield await toDocumentEvents(reading, { fileId, groups: rows.map((row) => [row]) })
    if (rows.length < PORTION) return
    after = rows.at(-1) ?? null
  }
}
