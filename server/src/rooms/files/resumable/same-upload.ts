import { isDeepStrictEqual } from 'node:util'
import { OTHER_UPLOAD, TUS_HEADER_INVALID } from '@portal/contract/files/resumable.ts'
import { CONTENT_INVALID, FILE_EMPTY, FILE_PROTECTED } from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Person } from '../../../records/access/actor.ts'
import { cleanFileName } from '../../../records/documents/file-name.ts'
import { namedCounty, readFieldId } from '../../../records/intake/document-draft.ts'
import { readCorrects } from '../../../records/intake/correction.ts'
import { readOwner } from '../../../records/intake/named-owner.ts'
import { readSenderOwner } from '../../../records/intake/sender-owner.ts'
import type { ResumableRow } from '../../../records/intake/resumable/resumable.repository.ts'

/** A SHA-256 in hexadecimal digits. */
export const SHA256 = /^[\da-f]{64}$/i

type Repeated = {
  readonly size: number
  readonly metadata: ReadonlyMap<string, string>
  readonly person: Person
}

/**
 * Requires that a repeated key names the same upload. Otherwise halves of two files could become one document.
 * @throws PortalError 409 for any difference, 400 for unreadable metadata.
 */
export function requireSameUpload(known: ResumableRow, { size, metadata, person }: Repeated): void {
  const fields = Object.fromEntries(metadata)
  const said = {
    size,
    fileName: cleanFileName(metadata.get('filename') ?? ''),
    categoryId: readFieldId(fields, 'attachmentCategoryID'),
    typeId: readFieldId(fields, 'attachmentTypeID'),
    countyId: namedCounty(person, readFieldId(fields, 'countyId')),
    description: (metadata.get('description') ?? '').trim(),
    owner: readOwner(fields),
    namedPartyNumber: readSenderOwner(fields),
    correctsId: readCorrects(fields),
    sha256: readDeclaredHash(metadata),
  }
  const before = Object.fromEntries(Object.keys(said).map((name) => [name, known[name as keyof typeof said]]))
  if (!isDeepStrictEqual(said, before)) throw failure(OTHER_UPLOAD)
}

/** Refusals because of the bytes themselves, which are the same under the same key. */
const FINAL: ReadonlySet<string> = new Set([CONTENT_INVALID.code, FILE_EMPTY.code, FILE_PROTECTED.code])

/**
 * Whether an upload that ended without a document may restart under its key. For example, the county may be open
 * again, or the virus signature withdrawn.
 */
export function mayRestart({ state, refusal, expiresAt }: ResumableRow, now: Date): boolean {
  if (state === 'refused') return !FINAL.has(refusal?.code ?? '')
  return state === 'unfinished' && expiresAt <= now
}

/**
 * Returns the SHA-256 of the whole file that Upload-Metadata declares, in lower-case hexadecimal digits; null without
 * one.
 * @throws PortalError 400 for anything else.
 */
export function readDeclaredHash(metadata: ReadonlyMap<string, string>): string | null {
  const text = metadata.get('sha256')
  if (!text) return null
  if (!SHA256.test(text)) throw failure(TUS_HEADER_INVALID, { values: { header: 'Upload-Metadata' } })
  return text.toLowerCase()
}
