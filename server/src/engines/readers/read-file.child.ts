import { readFileSync } from 'node:fs'
import { MAX_PAGES, UnreadableFile, type FileText, type ReadFile, type TextKind } from './file-text.ts'
import { CPU_MS, type FileToRead } from './read-file.task.ts'
import type { ReadOptions } from './read-options.ts'

type Reader = (bytes: Buffer, options: ReadOptions) => Promise<FileText>

/** Each loads its packages only when a file needs them. */
const READERS: Readonly<Record<TextKind, () => Promise<Reader>>> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  image: async () => (await import('./read-image.ts')).readImage,
  doc: async () => orNewer((await import('./office/read-doc.ts')).readDoc),
  docx: async () => orOlder('docx', (await import('./office/read-docx.ts')).readDocx),
  xls: async () => orNewer((await import('./office/read-xls.ts')).readXls),
  xlsx: async () => orOlder('xlsx', (await import('./office/read-xlsx.ts')).readXlsx),
  eml: async () => {
    const { readEml } = await import('./read-eml.ts')
    return (bytes, options) =>
      readEml(bytes, options, async (kind, part) => (await READERS[kind]())(part, options))
  },
}

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** The name of the stream with an encrypted file of a newer format. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** A file of a newer format with a password is in a compound file, as an older format is. */
function orOlder(kind: 'docx' | 'xlsx', read: Reader): Reader {
  return async (bytes, options) => {
    if (!bytes.subarray(0, 8).equals(COMPOUND_FILE)) return read(bytes, options)
    if (bytes.includes(ENCRYPTED)) throw new UnreadableFile('password')
    return (await READERS[kind === 'docx' ? 'doc' : 'xls']())(bytes, options)
  }
}

/** An older format with a password of a newer program. */
function orNewer(read: Reader): Reader {
  return async (bytes, options) => {
    if (bytes.includes(ENCRYPTED)) throw new UnreadableFile('password')
    return read(bytes, options)
  }
}

/** A reader ends by itself after this share of its time. */
const LATE_SHARE = 0.8
/** Pages of the second attempt. */
const FEW_PAGES = 100

export async function run({ path, kind, isReduced, timeShare }: FileToRead): Promise<ReadFile> {
  const isLate = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 > CPU_MS[kind] * timeShare * LATE_SHARE
  }
  const read = await READERS[kind]()
  try {
    const options = { isReduced, maxPages: isReduced ? FEW_PAGES : MAX_PAGES, isLate }
    return { kind: 'text', ...(await read(readFileSync(path), options)) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', reason: error.reason }
    throw error
  }
}
