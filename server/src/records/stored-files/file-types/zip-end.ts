import type { ByteSource } from './byte-source.ts'

/** Offset and size in bytes of a zip's central directory, and the number of entries it declares. */
export type DirectoryPlace = { offset: number; bytes: number; entries: number }

const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const LOCATOR_SIGNATURE = 0x07_06_4b_50
const LOCATOR_BYTES = 20
const END64_SIGNATURE = 0x06_06_4b_50
const END64_BYTES = 56

/**
 * Reads the end records, including zip64's (APPNOTE 4.3.14 to 4.3.16). Null if there is none, or if the two disagree.
 */
export async function findDirectory(document: ByteSource): Promise<DirectoryPlace | null> {
  const tailBytes = Math.min(document.size, END_BYTES + MAX_COMMENT_BYTES)
  const tailAt = document.size - tailBytes
  const tail = await document.read(tailAt, tailBytes)
  const at = endRecordIn(tail)
  if (at === null) return null
  const end = {
    entries: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  const large = await findZip64(document, tailAt + at)
  if (large === 'broken') return null
  if (large === null) return isInside(end, tailAt + at) ? end : null
  const agree =
    agrees(end.entries, large.entries, 0xff_ff) &&
    agrees(end.bytes, large.bytes, 0xff_ff_ff_ff) &&
    agrees(end.offset, large.offset, 0xff_ff_ff_ff)
  return agree && isInside(large, tailAt + at) ? large : null
}

/** Finds the last end record whose comment fits. */
function endRecordIn(tail: Buffer): number | null {
  for (
    let at = tail.lastIndexOf(END_SIGNATURE);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(END_SIGNATURE, at - 1)
  ) {
    if (at + END_BYTES <= tail.length && at + END_BYTES + tail.readUInt16LE(at + 20) <= tail.length) return at
  }
  return null
}

async function findZip64(document: ByteSource, endAt: number): Promise<DirectoryPlace | 'broken' | null> {
  const locator = await document.read(endAt - LOCATOR_BYTES, LOCATOR_BYTES)
  if (locator.length < LOCATOR_BYTES || locator.readUInt32LE(0) !== LOCATOR_SIGNATURE) return null
  const record = await document.read(Number(locator.readBigUInt64LE(8)), END64_BYTES)
  if (record.length < END64_BYTES || record.readUInt32LE(0) !== END64_SIGNATURE) return 'broken'
  return {
    entries: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  }
}

function agrees(small: number, large: number, elsewhere: number): boolean {
  return small === elsewhere || small === large
}

function isInside(place: DirectoryPlace, endAt: number): boolean {
  return place.offset + place.bytes <= endAt
}
