import type { Encoding } from './part-header.ts'
import { decodeQuotedPrintable } from './quoted-printable.ts'

/** A part was damaged in transit. */
export class DamagedPart extends Error {}

/**
 * Decodes the bytes of a part.
 * @throws DamagedPart if its base64 has invalid letters, continues after its end, or is cut off, or if a line of
 * quoted-printable has no end.
 */
export function decodePart(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncIterable<Buffer> {
  if (encoding === 'base64') return base64Decoded(bytes)
  return encoding === 'quoted-printable' ? quotedPrintableDecoded(bytes) : bytes
}

const GROUP = 4
/** Bytes of a line of quoted-printable. Mail servers send at most a thousand (RFC 5321). */
const LONGEST_LINE = 1_048_576
const LETTERS = /^[A-Za-z\d+/]*={0,2}$/

async function* base64Decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = ''
  for await (const piece of bytes) {
    const text = left + piece.toString('latin1').replaceAll(/[\s\0]+/g, '')
    if (!LETTERS.test(text)) throw new DamagedPart('Its base64 has letters that are none.')
    // Text that ends with '=' is the end, and nothing may follow.
    const whole = text.length - (text.length % GROUP)
    const decodable = text.endsWith('=') ? 0 : whole
    if (decodable > 0) yield Buffer.from(text.slice(0, decodable), 'base64')
    left = text.slice(decodable)
  }
  const padded = left.replace(/=+$/, '')
  if (padded.length % GROUP === 1) throw new DamagedPart('Its base64 is cut off.')
  if (padded !== '') yield Buffer.from(padded, 'base64')
}

async function* quotedPrintableDecoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = Buffer.alloc(0)
  for await (const piece of bytes) {
    const all = Buffer.concat([left, piece])
    // Decode whole lines, because an escape or a line break may be split between two pieces.
    const end = all.lastIndexOf('\n') + 1
    if (end > 0) yield decodeQuotedPrintable(all.subarray(0, end))
    left = all.subarray(end)
    if (left.length > LONGEST_LINE) throw new DamagedPart('A line of it has no end.')
  }
  if (left.length > 0) yield decodeQuotedPrintable(left)
}
