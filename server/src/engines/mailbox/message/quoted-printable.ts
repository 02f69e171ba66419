const ESCAPE = /=([0-9a-f]{2})/gi

/** Bytes in quoted-printable (RFC 2045, section 6.7) as they were; what is no escape stays as it is. */
export function decodeQuotedPrintable(encoded: Buffer): Buffer {
  const text = encoded
    .toString('latin1')
    .replaceAll(/[ \t]+(?=\r?\n|$)/g, '')
    .replaceAll(/=\r?\n/g, '')
  const bytes = text.replaceAll(ESCAPE, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}
