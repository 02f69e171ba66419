import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import type { Readable } from 'node:stream'
import { PortalError } from '../../engines/http/errors.ts'
import type { ZipEntry } from '../../engines/zip/zip-bytes.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import type { PersonContext } from '../../records/context.ts'
import { mayDownload } from '../../records/documents/documents.policy.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { findDownloadable } from '../../records/documents/download/download.repository.ts'
import { openBytes, recordOrClose } from '../../records/documents/download/download.usecases.ts'
import { readerOf, recordDocumentRead } from '../../records/documents/download/record-read.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { createSessionActivity } from '../../records/sessions/session-activity.ts'
import { archiveNames } from './archive-names.ts'
import { listOwnerNames } from './archives.repository.ts'
import { documentEntry } from './document-entry.ts'
import { leaveOut } from './leave-out.policy.ts'
import { leftOutList, manifestList } from './manifest.ts'

/**
 * The documents of an archive, each as its turn comes, and then the lists of what the archive has and what it leaves
 * out. Session, account, rights and county are checked again for each document, and each read is recorded before its
 * first byte (R21.10, R21.11).
 * @throws PortalError if the access of the person ends, or if stored bytes are missing or damaged.
 */
export async function* archiveEntries(
  context: PersonContext,
  ids: readonly number[],
): AsyncGenerator<ZipEntry, void> {
  const { database, dictionaries, clock } = context
  const nameOf = archiveNames()
  const manifest = manifestList()
  const leftOut = leftOutList()
  const onActivity = createSessionActivity(context)
  for (const id of ids) {
    await onActivity()
    const turn = await openDocument(context, id)
    if (turn.kind === 'left out') {
      leftOut.add(id, turn)
      continue
    }
    const { document, bytes } = turn
    const name = nameOf(document.file_name)
    yield documentEntry({ name, document, bytes, onActivity })
    const names = await dictionaries.names([document.county_id])
    manifest.add({ document, name, names, owners: await listOwnerNames(database.kysely, id) })
  }
  yield manifest.toEntry(clock.now())
  if (leftOut.count > 0) yield leftOut.toEntry(clock.now())
}

type Turn =
  | { readonly kind: 'open'; readonly document: DocumentRow; readonly bytes: Readable }
  | { readonly kind: 'left out'; readonly refusal: Refusal; readonly fileName: string | null }

const GONE: Turn = { kind: 'left out', refusal: FILE_NOT_FOUND, fileName: null }

async function openDocument(call: PersonContext, id: number): Promise<Turn> {
  const { database, actor } = call
  const person = await reloadActor(database.kysely, { context: call })
  const context = { ...call, actor: { ...actor, person } }
  const found = await findDownloadable(database, readerOf(context, id, 'document.downloaded'))
  if (!found) return GONE
  const { document, scan, isRecorded } = found
  const refusal = leaveOut(person, document, scan?.state)
  if (refusal) {
    const isNamed = mayDownload(person, document) === null
    return { kind: 'left out', refusal, fileName: isNamed ? document.file_name : null }
  }
  const bytes = await openUnlessGone(context, document)
  if (bytes === null) return GONE
  const record = () => recordDocumentRead(context, document, 'document.downloaded')
  if (!isRecorded) await recordOrClose(record, bytes)
  return { kind: 'open', document, bytes }
}

/** Null for a document that was deleted for good just now. */
async function openUnlessGone(context: PersonContext, document: DocumentRow): Promise<Readable | null> {
  try {
    return await openBytes(context, document, { start: 0, end: document.byte_size - 1 })
  } catch (error) {
    if (error instanceof PortalError && error.code === FILE_NOT_FOUND.code) return null
    throw error
  }
}
