/**
 * The records of a ZIP archive whose entries are DEFLATE streams of stored blocks (APPNOTE 6.3.10). The CRC and the size
 * of an entry follow its bytes, so that they need not be known before. An entry is below 4 GiB; the archive may be larger
 * (zip64).
 */

/** An entry whose bytes are written. */
export type WrittenEntry = {
  readonly name: Buffer
  readonly modifiedAt: Date
  readonly crc: number
  readonly size: number
  /** Its bytes in the archive, with the headers of the blocks. */
  readonly stored: number
  /** Bytes before its local header. */
  readonly offset: number
}

const VERSION = 20
const VERSION_ZIP64 = 45
/** Made on Unix, which the attributes are of. */
const MADE_BY = (3 << 8) | VERSION_ZIP64
const REGULAR_FILE = 0o100644 * 0x10000
/** CRC and sizes follow the bytes, and the name is UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
export const MAX_ENTRY_BYTES = 0xffffffff
/** Values from here on are in a zip64 record instead. */
const MAX_UINT32 = 0xffffffff
const MAX_UINT16 = 0xffff

export function localHeader({ name, modifiedAt }: Pick<WrittenEntry, 'name' | 'modifiedAt'>): Buffer {
  const time = timeExtra(modifiedAt)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  writeDosTime(head, 10, modifiedAt)
  // CRC and sizes stay 0: they are in the descriptor.
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(time.length, 28)
  return Buffer.concat([head, name, time])
}

/** Follows the bytes of an entry. */
export function dataDescriptor({ crc, size, stored }: Pick<WrittenEntry, 'crc' | 'size' | 'stored'>): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(stored, 8)
  record.writeUInt32LE(size, 12)
  return record
}

/** The line of an entry in the directory at the end of the archive. */
export function directoryLine({ name, modifiedAt, crc, size, stored, offset }: WrittenEntry): Buffer {
  const isFar = offset >= MAX_UINT32
  const extra = isFar ? Buffer.concat([offsetExtra(offset), timeExtra(modifiedAt)]) : timeExtra(modifiedAt)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(MADE_BY, 4)
  head.writeUInt16LE(isFar ? VERSION_ZIP64 : VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATED, 10)
  writeDosTime(head, 12, modifiedAt)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(stored, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(REGULAR_FILE, 38)
  head.writeUInt32LE(isFar ? MAX_UINT32 : offset, 42)
  return Buffer.concat([head, name, extra])
}

/** Where the directory is, and how many lines it has. */
export type Directory = { readonly entries: number; readonly offset: number; readonly size: number }

/** The end of the archive. Readers look here first, so an archive without it is broken. */
export function endOfArchive({ entries, offset, size }: Directory): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, MAX_UINT16), 8)
  end.writeUInt16LE(Math.min(entries, MAX_UINT16), 10)
  end.writeUInt32LE(Math.min(size, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16)
  const isLarge = entries >= MAX_UINT16 || size >= MAX_UINT32 || offset >= MAX_UINT32
  return isLarge ? Buffer.concat([zip64End({ entries, offset, size }), end]) : end
}

function zip64End({ entries, offset, size }: Directory): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  // The bytes of the record behind this field.
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(MADE_BY, 12)
  end.writeUInt16LE(VERSION_ZIP64, 14)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  // The locator of the record.
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(offset + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}

function offsetExtra(offset: number): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return extra
}

/** The time in seconds since 1970, without a time zone: Info-ZIP's extended timestamp. */
function timeExtra(at: Date): Buffer {
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(Math.floor(at.getTime() / 1000), 5)
  return extra
}

/** The time as of 1980, in UTC, for readers that do not know the extra field. */
function writeDosTime(record: Buffer, at: number, moment: Date): void {
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1)
  const year = Math.max(0, moment.getUTCFullYear() - 1980)
  const day = (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate()
  record.writeUInt16LE(time, at)
  record.writeUInt16LE(day, at + 2)
}
