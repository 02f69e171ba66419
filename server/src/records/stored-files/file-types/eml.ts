import type { ByteSource } from './byte-source.ts'
import type { Finding } from './finding.ts'

/** Long enough for the trace and signature headers that gateways add before the mail's own first header. */
const HEAD_BYTES = 65_536
const SCAN_BYTES = 1_048_576

/** RFC 5322, section 2.2: a name of printable characters except the colon. */
const HEADER_LINE = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/
const MAIL_HEADERS = new Set(
  (
    'from sender reply-to to cc bcc date subject message-id in-reply-to references received return-path delivered-to ' +
    'mime-version content-type content-transfer-encoding content-disposition resent-from resent-to resent-date'
  ).split(' '),
)

/**
 * A mail begins with headers, at least one of which must be specific to mail (RFC 5322, RFC 2045). A mailbox's `From `
 * line, a byte order mark or empty lines may precede them. A file with a NUL anywhere is not a mail, so this reads the
 * whole document, 1 MB at a time.
 */
export async function inspectEml(document: ByteSource): Promise<Finding> {
  const head = await document.read(0, Math.min(HEAD_BYTES, document.size))
  if (!startsWithMailHeaders(head.toString('latin1'))) return 'invalid'
  return (await holdsNul(document)) ? 'invalid' : 'valid'
}

function startsWithMailHeaders(head: string): boolean {
  const lines = head
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^[\r\n]+/, '')
    .split(/\r\n|\n|\r/)
  if (lines[0]?.startsWith('From ')) lines.shift()
  let insideHeader = false
  for (const line of lines) {
    if (insideHeader && /^[ \t]/.test(line)) continue
    const name = HEADER_LINE.exec(line)?.[1]
    if (name === undefined) return false
    if (MAIL_HEADERS.has(name.toLowerCase())) return true
    insideHeader = true
  }
  return false
}

async function holdsNul(document: ByteSource): Promise<boolean> {
  for (let offset = 0; offset < document.size; offset += SCAN_BYTES) {
    const piece = await document.read(offset, Math.min(SCAN_BYTES, document.size - offset))
    if (piece.includes(0)) return true
  }
  return false
}
