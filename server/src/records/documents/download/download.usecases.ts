import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import {
  CONTENT_MISSING,
  FILE_NOT_FOUND,
  TOO_MANY_DOWNLOADS,
} from '@portal/contract/files/document-errors.ts'
import { CallResult } from '../../../engines/http/call-result.ts'
import { failure } from '../../../engines/http/errors.ts'
import { DamagedBytes, MissingBytes, type ByteRange } from '../../../engines/storage/storage.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { PersonContext } from '../../access/context.ts'
import type { AccessState } from '../../access/state.ts'
import type { DocumentsState } from '../state.ts'
import { readStored, backFromQuarantine } from '../../stored-files/bytes/read-stored.ts'
import { mayDownload } from '../documents.policy.ts'
import { findDocument, type DocumentRow } from '../documents.repository.ts'
import { requireAllowed } from '../require-document.ts'
import { requireChecked } from '../../stored-files/scan/require-checked.ts'
import { entityTag, isUnchanged, rangeCounts } from '../../../engines/http/entity-tag.ts'
import { extentHeaders, readRange, requireRange } from './byte-range.ts'
import { documentHeaders } from './document-headers.ts'
import { findDownloadable } from './download.repository.ts'
import { readerOf, recordDocumentRead } from './record-read.ts'

export type DownloadRequest = {
  /** Finds the id of the document, once the download has a slot. */
  readonly find: () => Promise<number>
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** Seconds after which a person with too many open downloads may try again. */
const RETRY_SECONDS = 30

/**
 * Returns the bytes of a document, all or a range of them, or 304 if the reader has them already. A slow reader can
 * hold a file and a connection for half an hour, so each person has a limited number of downloads.
 * @throws 429 for too many downloads, 404 for a document that the person may not see, 403 for one in the bin that they
 * may not restore, 503 and 409 for one not found free of viruses, 416 for a range outside the document, and 500 if the
 * stored bytes are missing or damaged.
 */
export async function downloadDocument(
  context: PersonContext<Engines & AccessState & DocumentsState>,
  asked: DownloadRequest,
): Promise<CallResult<unknown>> {
  const { downloadPlaces, actor } = context
  // Taken before the first query, because a download that waits for the database holds as many resources.
  const leave = downloadPlaces.tryTake(actor.person.accountId)
  if (!leave) throw failure(TOO_MANY_DOWNLOADS, { retryAfterSeconds: RETRY_SECONDS })
  try {
    return await openDownload(context, { ...asked, onceSent: leave })
  } catch (error) {
    leave()
    throw error
  }
}

async function openDownload(
  context: PersonContext<Engines & AccessState & DocumentsState>,
  { find, method, headers, onceSent }: DownloadRequest & { readonly onceSent: () => void },
): Promise<CallResult<unknown>> {
  const { actor, database } = context
  const { person } = actor
  const found = await findDownloadable(database, readerOf(context, await find(), 'document.downloaded'))
  const document = requireAllowed(found?.document, (asked) => mayDownload(person, asked))
  requireChecked(found?.scan)
  const record = async () => {
    if (!found?.isRecorded) await recordDocumentRead(context, document, 'document.downloaded')
  }
  const tag = entityTag(document.sha256)
  const caching = { etag: tag, 'cache-control': 'private, no-cache' }
  const isHead = method === 'HEAD'
  if (isUnchanged(headers['if-none-match'], tag)) {
    if (!isHead) await record()
    return new CallResult(undefined, { status: 304, headers: caching, onceSent })
  }
  // A Range applies to GET only (RFC 9110, section 14.2).
  const mayBePart = !isHead && rangeCounts(headers['if-range']?.toString(), tag)
  const selection = readRange(mayBePart ? headers.range : undefined, document.byte_size)
  const range = requireRange(selection, document.byte_size)
  const bytes = await openBytes(context, document, range)
  if (isHead) bytes.destroy()
  else await recordOrClose(record, bytes)
  return new CallResult(isHead ? Readable.from([]) : bytes, {
    status: selection === 'whole' ? 200 : 206,
    onceSent,
    headers: {
      ...caching,
      ...documentHeaders(namesOf(document)),
      ...extentHeaders(selection, range, document.byte_size),
    },
  })
}

/**
 * Raises an alarm for missing or damaged bytes and never sends them.
 * @throws 404 if the document was removed meanwhile.
 */
export async function openBytes(
  context: PersonContext,
  document: DocumentRow,
  range: ByteRange,
): Promise<Readable> {
  const { database, log } = context
  const alarm = (error: unknown) =>
    log.error(
      { err: error, documentId: document.id },
      'The stored bytes of a document are missing or damaged.',
    )
  try {
    const bytes = await backFromQuarantine(context, document.storage_key, () =>
      readStored(context, document, range),
    )
    // Too late for another response: the connection is cut, so that nobody takes the partial bytes for the whole.
    bytes.once('error', (error) => {
      if (isDamage(error)) alarm(error)
    })
    return bytes
  } catch (error) {
    if (!isDamage(error)) throw error
    if (!(await findDocument(database.kysely, document.id))) throw failure(FILE_NOT_FOUND)
    alarm(error)
    throw failure(CONTENT_MISSING)
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof MissingBytes || error instanceof DamagedBytes
}

/** No bytes are sent without an audit record. */
export async function recordOrClose(record: () => Promise<void>, bytes: Readable): Promise<void> {
  try {
    await record()
  } catch (error) {
    bytes.destroy()
    throw error
  }
}

function namesOf(document: DocumentRow) {
  return { fileName: document.file_name, contentType: document.content_type }
}
