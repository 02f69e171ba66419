import {
  CHECKSUM_MISMATCH,
  CONCATENATION_UNSUPPORTED,
  TUS_HEADER_INVALID,
  TUS_VERSION,
  TUS_VERSION_UNKNOWN,
} from '@portal/contract/files/resumable.ts'
import { createHash } from 'node:crypto'
import type { Request } from '../../../engines/http/app-types.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Checksum } from '../../../records/intake/resumable/append-bytes.ts'

type Headers = Request['headers']

/** What may be named in Upload-Checksum; tus asks for sha1. */
export const CHECKSUM_ALGORITHMS = ['sha256', 'sha1', 'md5'] as const
/** Bytes of a value of Upload-Metadata: a description of 1000 characters with room for white space around it. */
const LONGEST_VALUE_BYTES = 65_536

/** @throws PortalError 412 for a sender who speaks another version. */
export function requireTus(headers: Headers): void {
  if (headers['tus-resumable'] === TUS_VERSION) return
  throw failure(TUS_VERSION_UNKNOWN, { headers: { 'tus-version': TUS_VERSION } })
}

/** @throws PortalError 400 for a sender who would have a file put together of several uploads: a part is no filing. */
export function refuseConcatenation(headers: Headers): void {
  if (headers['upload-concat'] !== undefined) throw failure(CONCATENATION_UNSUPPORTED)
}

/** A number of bytes. @throws PortalError 400 where the header does not say one. */
export function readBytes(headers: Headers, header: 'Upload-Length' | 'Upload-Offset'): number {
  const text = headers[header.toLowerCase()]
  const bytes = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : NaN
  if (Number.isNaN(bytes)) throw failure(TUS_HEADER_INVALID, { values: { header } })
  return bytes
}

/** What Upload-Metadata names: keys with values that are Base64 of UTF-8. @throws PortalError 400. */
export function readMetadata(headers: Headers): ReadonlyMap<string, string> {
  const text = headers['upload-metadata']
  const invalid = failure(TUS_HEADER_INVALID, { values: { header: 'Upload-Metadata' } })
  if (typeof text !== 'string') throw invalid
  const found = new Map<string, string>()
  for (const pair of text.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    const isSound = key !== '' && more.length === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(value)
    const bytes = Buffer.from(value, 'base64')
    if (!isSound || found.has(key) || bytes.length > LONGEST_VALUE_BYTES) throw invalid
    found.set(key, bytes.toString('utf8'))
  }
  return found
}

/** Null where the sender names none. @throws PortalError 400 for an algorithm that the portal does not know. */
export function readChecksum(headers: Headers): Checksum | null {
  const text = headers['upload-checksum']
  if (text === undefined) return null
  const [name, expected = ''] = String(text).split(' ')
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name)
  if (!algorithm) throw failure(TUS_HEADER_INVALID, { values: { header: 'Upload-Checksum' } })
  const hash = createHash(algorithm)
  return {
    add: (chunk) => void hash.update(chunk),
    confirm() {
      if (hash.digest('base64') !== expected) throw failure(CHECKSUM_MISMATCH)
    },
  }
}
