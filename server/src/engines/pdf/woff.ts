import { inflateSync } from 'node:zlib'

/** Of WOFF 1.0 (W3C), sections 3 and 4, and of the font that it wraps. Bytes. */
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const FONT_HEADER = 12
const FONT_ENTRY = 16

type Table = { readonly tag: Buffer; readonly checksum: Buffer; readonly bytes: Buffer }

/**
 * Unwraps the font in a web font file. The font library could do it too, but takes half a second for what zlib does in
 * some milliseconds.
 * @throws Error for bytes that are not WOFF 1.0.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no font in WOFF 1.0.')
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, at) => readTable(woff, at))
  const header = Buffer.alloc(FONT_HEADER)
  woff.copy(header, 0, 4, 8)
  const log2 = Math.floor(Math.log2(tables.length))
  header.writeUInt16BE(tables.length, 4)
  header.writeUInt16BE(2 ** log2 * FONT_ENTRY, 6)
  header.writeUInt16BE(log2, 8)
  header.writeUInt16BE((tables.length - 2 ** log2) * FONT_ENTRY, 10)
  const entries: Buffer[] = []
  let offset = FONT_HEADER + tables.length * FONT_ENTRY
  for (const { tag, checksum, bytes } of tables) {
    const place = Buffer.alloc(8)
    place.writeUInt32BE(offset, 0)
    place.writeUInt32BE(bytes.length, 4)
    entries.push(tag, checksum, place)
    offset += padded(bytes).length
  }
  return Buffer.concat([header, ...entries, ...tables.map(({ bytes }) => padded(bytes))])
}

function readTable(woff: Buffer, at: number): Table {
  const entry = woff.subarray(WOFF_HEADER + at * WOFF_ENTRY)
  const [offset, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: entry.subarray(0, 4),
    checksum: entry.subarray(16, 20),
    bytes: packed < length ? inflateSync(bytes) : bytes,
  }
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
}
