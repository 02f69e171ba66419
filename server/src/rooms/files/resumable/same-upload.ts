import { isDeepStrictEqual } from 'node:util'
import { OTHER_UPLOAD, TUS_HEADER_INVALID } from '@portal/contract/files/resumable.ts'
import { CONTENT_INVALID, FILE_EMPTY, FILE_PROTECTED } from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Person } from '../../../records/access/actor.ts'
import { cleanFileName } from '../../../records/documents/file-name.ts'
import { namedCounty, readFieldId } from '../../../records/intake/document-draft.ts'
import { readOwner } from '../../../records/intake/named-owner.ts'
import type { ResumableRow } from '../../../records/intake/resumable/resumable.repository.ts'

const SHA256 = /^[\da-f]{64}$/i

type Repeated = {
  readonly size: number
  readonly metadata: ReadonlyMap<string, string>
  readonly person: Person
}

/**
 * Requires that a key which is used again names the same upload: else half of one file and half of another would become
 * one document.
 * @throws PortalError 409 for any difference, 400 for what cannot be read.
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
    sha256: readDeclaredHash(metadata),
  }
  const { fileName, categoryId, typeId, countyId, description, owner, sha256 } = known
  const before = { size: known.size, fileName, categoryId, typeId, countyId, description, owner, sha256 }
  if (!isDeepStrictEqual(said, before)) throw failure(OTHER_UPLOAD)
}

/** Refusals whose reason lies in the bytes themselves, which are the same under the same key. */
const FINAL: ReadonlySet<string> = new Set([CONTENT_INVALID.code, FILE_EMPTY.code, FILE_PROTECTED.code])

/**
 * Whether an upload that ended without a document may begin anew under its key: the county may be open again, the virus
 * signature withdrawn.
 */
export function mayRestart({ state, refusal, expiresAt }: ResumableRow, now: Date): boolean {
  if (state === 'refused') return !FINAL.has(refusal?.code ?? '')
  return state === 'unfinished' && expiresAt <= now
}

/**
 * The SHA-256 of the whole file in lower-case hexadecimal digits, as Upload-Metadata declares it; null where it declares none.
 * @throws PortalError 400 for anything else.
 */
export function readDeclaredHash(metadata: ReadonlyMap<string, string>): string | null {
  const text = metadata.get('sha256')
  if (!text) return null
  if (!SHA256.test(text)) throw failure(TUS_HEADER_INVALID, { values: { header: 'Upload-Metadata' } })
  return text.toLowerCase()
}
