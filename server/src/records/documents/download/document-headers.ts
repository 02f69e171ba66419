import { encodeExtended } from 'content-disposition'
import { cleanFileName } from '../file-name.ts'

/** Names that Windows reserves for devices, with any extension. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i

const MARKS = /\p{M}/gu

/** Replaced in the plain name: quote and backslash end or escape it, and browsers decode `%` in it. */
const NOT_PLAIN = /[^\x20-\x7e]|["%\\]/gu

/** Types that browsers show in a tab; all others are saved. */
const SHOWN = new Set(['application/pdf', 'image/png', 'image/jpeg'])

const LOCKED_DOWN = `default-src 'none'; sandbox`

/** Browsers refuse to show a sandboxed PDF; their viewer needs its own style and an object. */
const FOR_PDF = `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'`

/** The headers that make a stored document harmless, whatever its content. Every response already has `nosniff`. */
export function documentHeaders(document: { fileName: string; contentType: string }): Record<string, string> {
  const kind = SHOWN.has(document.contentType) ? 'inline' : 'attachment'
  return {
    'content-type': document.contentType,
    'content-disposition': contentDisposition(kind, document.fileName),
    'content-security-policy': document.contentType === 'application/pdf' ? FOR_PDF : LOCKED_DOWN,
  }
}

/**
 * The header that names a download (RFC 6266): a plain ASCII name for old readers and the real one in UTF-8 (RFC 8187).
 * Makes names safe that Windows cannot store. Never throws for any string.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = safeOnWindows(cleanFileName(fileName) ?? 'document')
  const plain = name.normalize('NFD').replace(MARKS, '').replace(NOT_PLAIN, '_')
  return `${kind}; filename="${plain}"; filename*=${encodeExtended(name)}`
}

/**
 * A name that Windows can store. A leading dot hides a file or makes it lose its extension; Windows drops trailing dots
 * and spaces.
 */
export function safeOnWindows(name: string): string {
  const ended = name.replace(/[. ]+$/, '')
  return DEVICE_NAME.test(ended) || ended.startsWith('.') ? `_${ended}` : ended
}
