// A DEFLATE stream (RFC 1951) of stored blocks: the bytes themselves, with a header before each block.

const HEADER_BYTES = 5
const MAX_BLOCK_BYTES = 0xffff
/** The signature of the end of an archive, where each reader starts. */
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
/** Its first half and its second half come into two blocks. */
const HALF = 2
/** A block of this length has a header that ends like the first half. */
const UNUSED_LENGTH = 0xffff - 0x4b50

/** The empty last block, which ends the stream. */
export const LAST_BLOCK: Buffer = Buffer.from([1, 0, 0, 0xff, 0xff])

/**
 * Writes bytes as blocks into `target`, as many as it has room for. No block contains the signature of the end of an
 * archive: in an archive that was cut off behind an office file, which is a ZIP file itself, a reader would find the end
 * of that file and take it for the end of the archive (R21.2).
 */
export function writeBlocks(
  bytes: Buffer,
  target: Buffer,
): { readonly consumed: number; readonly written: number } {
  let consumed = 0
  let written = 0
  let signature = bytes.indexOf(END_SIGNATURE)
  while (consumed < bytes.length && target.length - written > HEADER_BYTES) {
    if (signature !== -1 && signature < consumed) signature = bytes.indexOf(END_SIGNATURE, consumed)
    let end = Math.min(
      bytes.length,
      consumed + MAX_BLOCK_BYTES,
      consumed + target.length - written - HEADER_BYTES,
    )
    if (signature !== -1) end = Math.min(end, signature + HALF)
    if (end - consumed === UNUSED_LENGTH) end -= 1
    const length = end - consumed
    target.writeUInt8(0, written)
    target.writeUInt16LE(length, written + 1)
    target.writeUInt16LE(0xffff - length, written + 3)
    bytes.copy(target, written + HEADER_BYTES, consumed, end)
    consumed = end
    written += HEADER_BYTES + length
  }
  return { consumed, written }
}
