import type { ByteSource } from './byte-source.ts'
import { findDirectory, type DirectoryPlace } from './zip-end.ts'

/** One entry of a zip's central directory. Sizes and offsets in bytes, as declared. */
export type ZipEntry = {
  /** In lower case, folders separated by slashes; empty if it is very long. */
  name: string
  isEncrypted: boolean
  isStored: boolean
  compressed: number
  unpacked: number
  localHeader: number
  nameBytes: number
}

const MAX_ENTRIES = 10_000
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024

const ENTRY_SIGNATURE = 0x02_01_4b_50
const ENTRY_BYTES = 46
const LOCAL_SIGNATURE = 0x04_03_4b_50
const LOCAL_BYTES = 30
const ZIP64_FIELD = 1
const LONGEST_NAME_KEPT = 256
const ELSEWHERE = 0xff_ff_ff_ff

/**
 * Reads the entries of a zip from its central directory, without unpacking. Null if it is not a complete zip, has more
 * than 10,000 entries or declares more than 500 MB unpacked. Also null if its directory contradicts itself: another
 * count than declared, entries that overlap each other or the directory, stored entries with two sizes.
 */
export async function readZipDirectory(document: ByteSource): Promise<ZipEntry[] | null> {
  const place = await findDirectory(document)
  if (place === null || place.entries > MAX_ENTRIES) return null
  const entries = await readEntries(document, place)
  if (entries === null || entries.length !== place.entries) return null
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  if (unpacked > MAX_UNPACKED_BYTES || entries.some(hasTwoSizes) || overlap(entries, place.offset))
    return null
  return entries
}

/** Whether the bytes at an entry's offset begin with the header and name from the directory. */
export async function isWhereItSays(document: ByteSource, entry: ZipEntry): Promise<boolean> {
  const header = await document.read(entry.localHeader, LOCAL_BYTES + entry.nameBytes)
  if (header.length < LOCAL_BYTES + entry.nameBytes || header.readUInt32LE(0) !== LOCAL_SIGNATURE)
    return false
  return header.readUInt16LE(26) === entry.nameBytes && nameIn(header.subarray(LOCAL_BYTES)) === entry.name
}

async function readEntries(document: ByteSource, place: DirectoryPlace): Promise<ZipEntry[] | null> {
  const entries: ZipEntry[] = []
  const end = place.offset + place.bytes
  let offset = place.offset
  while (offset < end) {
    const fixed = await document.read(offset, ENTRY_BYTES)
    if (fixed.length < ENTRY_BYTES || fixed.readUInt32LE(0) !== ENTRY_SIGNATURE) return null
    const length = ENTRY_BYTES + fixed.readUInt16LE(28) + fixed.readUInt16LE(30) + fixed.readUInt16LE(32)
    if (offset + length > end || entries.length === MAX_ENTRIES) return null
    const entry = parseEntry(await document.read(offset, length))
    if (entry === null) return null
    entries.push(entry)
    offset += length
  }
  return entries
}

function parseEntry(bytes: Buffer): ZipEntry | null {
  const nameBytes = bytes.readUInt16LE(28)
  const extraAt = ENTRY_BYTES + nameBytes
  const extra = bytes.subarray(extraAt, extraAt + bytes.readUInt16LE(30))
  const declared = [bytes.readUInt32LE(24), bytes.readUInt32LE(20), bytes.readUInt32LE(42)]
  const [unpacked, compressed, localHeader] = resolveZip64(declared, extra)
  if (unpacked === undefined || compressed === undefined || localHeader === undefined) return null
  return {
    name: nameIn(bytes.subarray(ENTRY_BYTES, extraAt)),
    isEncrypted: bytes.readUInt16LE(8) % 2 === 1,
    isStored: bytes.readUInt16LE(10) === 0,
    compressed,
    unpacked,
    localHeader,
    nameBytes,
  }
}

/** Numbers too large for their field are in the zip64 extra field, in order; undefined if they are missing there. */
function resolveZip64(declared: readonly number[], extra: Buffer): (number | undefined)[] {
  const large = zip64Field(extra)
  let next = 0
  return declared.map((number) => {
    if (number !== ELSEWHERE) return number
    next += 8
    return next <= large.length ? Number(large.readBigUInt64LE(next - 8)) : undefined
  })
}

function zip64Field(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === ZIP64_FIELD)
      return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  }
  return Buffer.alloc(0)
}

/**
 * Part names are ASCII and compared without case (ECMA-376-2, 7.3). Some writers separate folders by backslashes or
 * begin with a slash. Names longer than any relevant part are dropped, so that memory use stays flat.
 */
function nameIn(bytes: Buffer): string {
  if (bytes.length > LONGEST_NAME_KEPT) return ''
  return bytes.toString('latin1').replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
}

function hasTwoSizes(entry: ZipEntry): boolean {
  return entry.isStored && !entry.isEncrypted && entry.compressed !== entry.unpacked
}

/** With overlapping entries a small zip can unpack to a huge one, or show two readers different contents. */
function overlap(entries: readonly ZipEntry[], directoryOffset: number): boolean {
  let free = 0
  for (const entry of entries.toSorted((a, b) => a.localHeader - b.localHeader)) {
    if (entry.localHeader < free) return true
    free = entry.localHeader + LOCAL_BYTES + entry.nameBytes + entry.compressed
  }
  return free > directoryOffset
}
