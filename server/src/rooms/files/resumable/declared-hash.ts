import { TUS_HEADER_INVALID } from '@portal/contract/files/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'

const SHA256 = /^[\da-f]{64}$/i

/**
 * The SHA-256 of the whole file in small hexadecimal digits, as Upload-Metadata declares it; null where it declares none.
 * @throws PortalError 400 for anything else.
 */
export function readDeclaredHash(metadata: ReadonlyMap<string, string>): string | null {
  const text = metadata.get('sha256')
  if (!text) return null
  if (!SHA256.test(text)) throw failure(TUS_HEADER_INVALID, { values: { header: 'Upload-Metadata' } })
  return text.toLowerCase()
}
