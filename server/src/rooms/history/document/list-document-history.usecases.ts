import type { QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import {
  HISTORY_PAGE_SIZE,
  type DocumentEvent,
  type getDocumentHistory,
} from '@portal/contract/history/document-history.ts'
import { failure } from '../../../engines/http/errors.ts'
import { readPosition, writePosition } from '../../../records/audit/act-position.ts'
import type { PersonContext } from '../../../records/context.ts'
import { mayDownload } from '../../../records/documents/documents.policy.ts'
import { findDocument, type DocumentRow } from '../../../records/documents/documents.repository.ts'
import { requireAllowed } from '../../../records/documents/require-document.ts'
import { listReceiptsOf } from '../../../records/receipts/receipts.repository.ts'
import { toDocumentEvent } from './document-history.models.ts'
import type { Reception } from './document-sentences.ts'
import { filterFor, readsWholeHistory } from './document-history.policy.ts'
import { isDocumentRecorded, isFiledFromMail, readDocumentHistory } from './document-history.repository.ts'
import { groupReads, type Group } from './group-reads.ts'

/** Records that a page reads at most, so that a page of a long history takes as long as one of a short history. */
const WINDOW = 100

/**
 * A page of a document's history, newest first, as far as the caller may know it.
 * @throws PortalError 404, and 403 for a document in the bin (R8.51).
 */
export async function listDocumentHistory(
  context: PersonContext,
  { fileId, kind, before }: QueryOf<typeof getDocumentHistory> & { readonly fileId: number },
): Promise<ResultOf<typeof getDocumentHistory>> {
  const document = await requireHistoryOf(context, fileId)
  const { person } = context.actor
  const found = await readDocumentHistory(
    context.database.kysely,
    filterFor(person, { fileId, document, kind }),
    {
      after: before === undefined ? null : readPosition(before),
      most: WINDOW + 1,
    },
  )
  const { groups, last } = groupReads(found.slice(0, WINDOW), {
    size: HISTORY_PAGE_SIZE,
    isMore: found.length > WINDOW,
    knowsOrigin: person.counties === 'all',
  })
  return {
    events: await toDocumentEvents(context, { fileId, groups }),
    next: last && writePosition(last),
  }
}

/**
 * The document whose history the caller may read; null if it was permanently deleted.
 * @throws PortalError 404, and 403 for a document in the bin (R8.51, R8.55).
 */
export async function requireHistoryOf(
  { actor: { person }, database }: PersonContext,
  fileId: number,
): Promise<DocumentRow | null> {
  const document = await findDocument(database.kysely, fileId)
  if (document) return requireAllowed(document, (asked) => mayDownload(person, asked))
  if (readsWholeHistory(person) && (await isDocumentRecorded(database.kysely, fileId))) return null
  throw failure(FILE_NOT_FOUND)
}

/** Entries in the words that the caller may know. */
export async function toDocumentEvents(
  context: PersonContext,
  { fileId, groups }: { readonly fileId: number; readonly groups: readonly Group[] },
): Promise<DocumentEvent[]> {
  const isReceived = groups.some(([{ action }]) => action === 'document.uploaded')
  const [names, reception] = await Promise.all([
    context.dictionaries.names(),
    isReceived ? receptionOf(context, fileId) : null,
  ])
  return groups.map((group) => toDocumentEvent(group, { reader: context.actor.person, names, reception }))
}

async function receptionOf({ database, actor }: PersonContext, fileId: number): Promise<Reception> {
  const [receipts, isFromMail] = await Promise.all([
    listReceiptsOf(database.kysely, fileId, actor.person),
    isFiledFromMail(database.kysely, fileId),
  ])
  return { receipts: receipts.map(({ number }) => number), isFromMail }
}
