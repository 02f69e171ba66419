import { encodeExtended } from 'content-disposition'
import { cleanFileName } from '../file-name.ts'

/** Names that Windows gives to devices, whatever extension follows. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i
const MARKS = /\p{M}/gu
/** Left out of the plain name: quote and backslash end or escape it, and browsers decode `%` in it. */
const NOT_PLAIN = /[^\x20-\x7e]|["%\\]/gu

/**
 * The header that names a download (RFC 6266): a plain ASCII name for old readers and the true one in UTF-8 (RFC 8187).
 * Names that Windows cannot store are made safe. Never throws, whatever the string.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = safeOnWindows(cleanFileName(fileName) ?? 'document')
  const plain = name.normalize('NFD').replace(MARKS, '').replace(NOT_PLAIN, '_')
  return `${kind}; filename="${plain}"; filename*=${encodeExtended(name)}`
}

/** A leading dot hides a file, or costs it its extension; trailing dots and spaces are dropped by Windows. */
function safeOnWindows(name: string): string {
  const ended = name.replace(/[. ]+$/, '')
  return DEVICE_NAME.test(ended) || ended.startsWith('.') ? `_${ended}` : ended
}
