const ESCAPE = /=([0-9a-f]{2})/gi
const BLANKS: ReadonlySet<string> = new Set([' ', '\t'])

/** Bytes in quoted-printable (RFC 2045, section 6.7) as they were; what is no escape stays as it is. */
export function decodeQuotedPrintable(encoded: Buffer): Buffer {
  const lines = encoded.toString('latin1').split('\n').map(withoutBlanksAtEnd)
  const text = lines.join('\n').replaceAll(/=\r?\n/g, '')
  const bytes = text.replaceAll(ESCAPE, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

/** A line without blanks before its end, which may be a return; an expression would take the square of their number. */
function withoutBlanksAtEnd(line: string): string {
  const stop = line.endsWith('\r') ? '\r' : ''
  let end = line.length - stop.length
  while (BLANKS.has(line.charAt(end - 1))) end--
  return line.slice(0, end) + stop
}
