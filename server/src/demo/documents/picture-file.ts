import { crc32 } from 'node:zlib'

const MARK = '{{note}}'
/** Bytes that the samples reserve for the note, including the mark. */
const ROOM_BYTES = 80
/**
 * In a PNG, the bytes from the type of the chunk to its text: `tEXtComment` and a zero. A checksum of both follows the
 * text.
 */
const CHUNK_BYTES = 12

/** Writes a note into the comment field of a picture, so no pixel changes. */
export function pictureFile(sample: Buffer, note: string): Buffer {
  const picture = Buffer.from(sample)
  const at = picture.indexOf(MARK)
  const end = at + ROOM_BYTES
  picture.write(note.slice(0, ROOM_BYTES).padEnd(ROOM_BYTES), at, 'latin1')
  if (picture.toString('latin1', at - CHUNK_BYTES, at) === 'tEXtComment\0') {
    picture.writeUInt32BE(crc32(picture.subarray(at - CHUNK_BYTES, end)), end)
  }
  return picture
}
