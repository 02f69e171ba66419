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

/** Algorithms that Upload-Checksum may name. tus requires sha1. */
export const CHECKSUM_ALGORITHMS = ['sha256', 'sha1', 'md5'] as const
/** The maximum size of one Upload-Metadata value: room for a 1000-character description with white space around it. */
const LONGEST_VALUE_BYTES = 65_536

/** @throws PortalError 412 if the sender uses another tus version. */
export function requireTus(headers: Headers): void {
  if (headers['tus-resumable'] === TUS_VERSION) return
  throw failure(TUS_VERSION_UNKNOWN, { headers: { 'tus-version': TUS_VERSION } })
}

/** @throws PortalError 400 if the sender wants to join several uploads into one file: a part alone is not a filing. */
export function refuseConcatenation(headers: Headers): void {
  if (headers['upload-concat'] !== undefined) throw failure(CONCATENATION_UNSUPPORTED)
}

/** Reads a number of bytes. @throws PortalError 400 if the header does not contain one. */
export function readBytes(headers: Headers, header: 'Upload-Length' | 'Upload-Offset'): number {
  const text = headers[header.toLowerCase()]
  const bytes = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : NaN
  if (Number.isNaN(bytes)) throw failure(TUS_HEADER_INVALID, { values: { header } })
  return bytes
}

/** Reads Upload-Metadata: keys with values in Base64 of UTF-8. @throws PortalError 400. */
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

/** Reads Upload-Checksum; null without one. @throws PortalError 400 for an unknown algorithm. */
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
