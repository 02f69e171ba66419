import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FILE_NOT_FOUND } from '@portal/contract/error.ts'
import { NOT_YOURS_TO_OPEN } from '@portal/contract/files.ts'
import { Answered } from '../http/answered.ts'
import { forbidden, notFound, PortalError } from '../http/errors.ts'
import { DamagedBytes, MissingBytes, type ByteRange, type Storage } from '../storage/storage.ts'
import type { PersonContext } from '../world.ts'
import { mayDownload, maySee } from '../files/files.policy.ts'
import { readRange, type Wanted } from './byte-ranges.ts'
import { documentHeaders } from './document-headers.ts'
import { findForDownload, type DownloadRow } from './download.repository.ts'
import { entityTag, isUnchanged, rangeCounts } from '../http/entity-tag.ts'
import { recordDownload } from './record-download.ts'

const CONTENT_MISSING = 'The content of this file is missing or damaged. Please tell the helpdesk.'
/** Bytes: what is read and hashed in two milliseconds. */
const CHECKED_AT_MOST = 1_048_576
const NO_SUCH_PART = 'The file has no such part.'

export type DownloadRequest = { documentId: number; method: string; headers: IncomingHttpHeaders }

/**
 * The bytes of a document, whole or a range of them, or 304 for the reader who has them already. Throws 404 for a
 * document not to be seen, 403 for one in the bin that they may not restore, 416 for a range outside of it, and 500 when its bytes are not what was stored.
 */
export async function downloadDocument(
  context: PersonContext,
  { documentId, method, headers }: DownloadRequest,
): Promise<Answered<unknown>> {
  const document = await findVisible(context, documentId)
  const tag = entityTag(document.sha256)
  const caching = { etag: tag, 'cache-control': 'private, no-cache' }
  const isHead = method === 'HEAD'
  if (isUnchanged(headers['if-none-match'], tag)) {
    if (!isHead) await recordDownload(context, document)
    return new Answered(undefined, { status: 304, headers: caching })
  }
  // A Range means something for GET only (RFC 9110, section 14.2).
  const mayBePart = !isHead && rangeCounts(headers['if-range']?.toString(), tag)
  const wanted = readRange(mayBePart ? headers.range : undefined, document.byte_size)
  const range = satisfiable(wanted, document.byte_size)
  const bytes = await openBytes(context, document, range)
  if (isHead) bytes.destroy()
  else await recordOrClose(context, document, bytes)
  return new Answered(isHead ? Readable.from([]) : bytes, {
    status: wanted === 'whole' ? 200 : 206,
    headers: { ...caching, ...documentHeaders(namesOf(document)), ...extentHeaders(wanted, range, document) },
  })
}

async function findVisible({ database, person }: PersonContext, documentId: number): Promise<DownloadRow> {
  const document = await findForDownload(database.kysely, documentId)
  const facts = document && {
    countyId: document.county_id,
    uploadedBy: document.uploaded_by,
    isInBin: document.deleted_at !== null,
  }
  if (!document || !facts || !maySee(person, facts)) throw notFound(FILE_NOT_FOUND)
  if (!mayDownload(person, facts)) throw forbidden(NOT_YOURS_TO_OPEN)
  return document
}

function satisfiable(wanted: Wanted, size: number): ByteRange {
  if (wanted === 'whole') return { start: 0, end: size - 1 }
  if (wanted !== 'unsatisfiable') return wanted
  throw new PortalError(416, NO_SUCH_PART, { headers: { 'content-range': `bytes */${size}` } })
}

/** Bytes that are gone or are not what was stored are an alarm, never an answer. Throws 404 when the document went too. */
async function openBytes(
  { database, storage, log }: PersonContext,
  document: DownloadRow,
  range: ByteRange,
): Promise<Readable> {
  try {
    return await readSound(storage, document, range)
  } catch (error) {
    if (!(error instanceof MissingBytes || error instanceof DamagedBytes)) throw error
    if (!(await findForDownload(database.kysely, document.id))) throw notFound(FILE_NOT_FOUND)
    log.error(
      { err: error, documentId: document.id },
      'The stored bytes of a document are missing or damaged.',
    )
    throw new PortalError(500, CONTENT_MISSING)
  }
}

/**
 * Up to CHECKED_AT_MOST bytes no byte leaves before all of them have proved to be what was stored. Of larger documents
 * the length is looked at; a changed byte in them is found by `portal verify`.
 */
async function readSound(storage: Storage, document: DownloadRow, range: ByteRange): Promise<Readable> {
  const { storage_key: key, byte_size: size, sha256 } = document
  if (size > CHECKED_AT_MOST) return storage.read(key, size, range)
  const bytes = await buffer(await storage.read(key, size))
  if (!createHash('sha256').update(bytes).digest().equals(sha256)) {
    throw new DamagedBytes(`The bytes of ${key} are not those that were stored.`)
  }
  return Readable.from([bytes.subarray(range.start, range.end + 1)])
}

/** No bytes leave without a record. */
async function recordOrClose(context: PersonContext, document: DownloadRow, bytes: Readable): Promise<void> {
  try {
    await recordDownload(context, document)
  } catch (error) {
    bytes.destroy()
    throw error
  }
}

function namesOf(document: DownloadRow) {
  return { fileName: document.file_name, contentType: document.content_type }
}

function extentHeaders(
  wanted: Wanted,
  { start, end }: ByteRange,
  { byte_size: size }: DownloadRow,
): Record<string, string> {
  const extent = { 'accept-ranges': 'bytes', 'content-length': String(end - start + 1) }
  return wanted === 'whole' ? extent : { ...extent, 'content-range': `bytes ${start}-${end}/${size}` }
}
