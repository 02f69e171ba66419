/** An entry as it is written, correct or not. Sizes and offsets in bytes. Missing values are written correctly. */
export type ForgedEntry = {
  name: string
  content?: Buffer
  /** 0 stored, 8 deflated. */
  method?: number
  isEncrypted?: boolean
  declaredUnpacked?: number | bigint
  localHeader?: number
  /** The name before the content, if it must differ from the directory's. */
  localName?: string
}
export type Forgery = {
  /** Puts counts, sizes and offsets into the 64-bit records. */
  zip64?: boolean
  declaredEntries?: number
  /** The count in the 64-bit record. */
  declaredEntries64?: number
  comment?: string
  before?: Buffer
  after?: Buffer
}

const ELSEWHERE = 0xff_ff_ff_ff

/** A zip with the directory that the test wants (APPNOTE 4.3). Checksums are left out. */
export function forgedZip(entries: readonly ForgedEntry[], forgery: Forgery = {}): Buffer {
  const parts: Buffer[] = [forgery.before ?? Buffer.alloc(0)]
  let length = parts[0]?.length ?? 0
  const directory = entries.map((entry) => {
    const local = localEntry(entry)
    const record = directoryRecord(entry, length, forgery.zip64 ?? false)
    parts.push(local)
    length += local.length
    return record
  })
  const directoryBytes = Buffer.concat(directory)
  const end = endRecords(entries.length, { at: length, bytes: directoryBytes.length }, forgery)
  return Buffer.concat([...parts, directoryBytes, end, forgery.after ?? Buffer.alloc(0)])
}

function localEntry({ name, localName = name, content = Buffer.alloc(0), method = 0 }: ForgedEntry): Buffer {
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 0, 'latin1')
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(Buffer.byteLength(localName), 26)
  return Buffer.concat([header, Buffer.from(localName), content])
}

function directoryRecord(entry: ForgedEntry, at: number, isLarge: boolean): Buffer {
  const content = entry.content ?? Buffer.alloc(0)
  const numbers = [entry.declaredUnpacked ?? content.length, content.length, entry.localHeader ?? at].map(
    BigInt,
  )
  const extra = Buffer.alloc(isLarge ? 28 : 0)
  if (isLarge) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(number, 4 + index * 8)
  }
  const [unpacked = 0, compressed = 0, offset = 0] = numbers.map((number) =>
    isLarge ? ELSEWHERE : Number(number),
  )
  const record = Buffer.alloc(46)
  record.write('PK\x01\x02', 0, 'latin1')
  record.writeUInt16LE(entry.isEncrypted ? 1 : 0, 8)
  record.writeUInt16LE(entry.method ?? 0, 10)
  record.writeUInt32LE(compressed, 20)
  record.writeUInt32LE(unpacked, 24)
  record.writeUInt16LE(Buffer.byteLength(entry.name), 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(offset, 42)
  return Buffer.concat([record, Buffer.from(entry.name), extra])
}

function endRecords(entries: number, directory: { at: number; bytes: number }, forgery: Forgery): Buffer {
  const { zip64 = false, comment = '', declaredEntries = entries } = forgery
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(zip64 && forgery.declaredEntries === undefined ? 0xff_ff : declaredEntries % 65_536, 10)
  end.writeUInt32LE(zip64 ? ELSEWHERE : directory.bytes, 12)
  end.writeUInt32LE(zip64 ? ELSEWHERE : directory.at, 16)
  end.writeUInt16LE(comment.length, 20)
  const ending = Buffer.concat([end, Buffer.from(comment, 'latin1')])
  if (!zip64) return ending
  const large = Buffer.alloc(56 + 20)
  large.write('PK\x06\x06', 0, 'latin1')
  large.writeBigUInt64LE(44n, 4)
  large.writeBigUInt64LE(BigInt(forgery.declaredEntries64 ?? entries), 32)
  large.writeBigUInt64LE(BigInt(directory.bytes), 40)
  large.writeBigUInt64LE(BigInt(directory.at), 48)
  large.write('PK\x06\x07', 56, 'latin1')
  large.writeBigUInt64LE(BigInt(directory.at + directory.bytes), 64)
  return Buffer.concat([large, ending])
}
