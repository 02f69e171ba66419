const ESCAPE = /=([0-9a-f]{2})/gi
const BLANKS: ReadonlySet<string> = new Set([' ', '\t'])

/** Decodes quoted-printable (RFC 2045, section 6.7). Invalid escapes stay unchanged. */
export function decodeQuotedPrintable(encoded: Buffer): Buffer {
  const lines = encoded.toString('latin1').split('\n').map(withoutBlanksAtEnd)
  const text = lines.join('\n').replaceAll(/=\r?\n/g, '')
  const bytes = text.replaceAll(ESCAPE, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** Removes blanks before the end of a line, which may be a CR. A regular expression would take quadratic time. */
function withoutBlanksAtEnd(line: string): string {
  const stop = line.endsWith('\r') ? '\r' : ''
  let end = line.length - stop.length
  while (BLANKS.has(line.charAt(end - 1))) end--
  return line.slice(0, end) + stop
}
