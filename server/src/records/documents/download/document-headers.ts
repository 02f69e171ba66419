import { contentDisposition } from './content-disposition.ts'

/** What browsers show in a tab; all else is saved. */
const SHOWN = new Set(['application/pdf', 'image/png', 'image/jpeg'])

const LOCKED_DOWN = `default-src 'none'; sandbox`
/** Browsers refuse to show a sandboxed pdf; their viewer needs its own style and an object. */
const FOR_PDF = `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'`

/** The headers that keep a stored document harmless, whatever somebody put into it. `nosniff` stands on every answer. */
export function documentHeaders(document: { fileName: string; contentType: string }): Record<string, string> {
  const kind = SHOWN.has(document.contentType) ? 'inline' : 'attachment'
  return {
    'content-type': document.contentType,
    'content-disposition': contentDisposition(kind, document.fileName),
    'content-security-policy': document.contentType === 'application/pdf' ? FOR_PDF : LOCKED_DOWN,
  }
}
