import { readFileSync } from 'node:fs'
import type { ChildTask } from '../workers/child-task.ts'
import {
  MAX_PAGES,
  readFile,
  UnreadableFile,
  type FileText,
  type ReadFile,
  type TextKind,
} from './file-text.ts'
import type { ReadOptions } from './read-options.ts'

export type FileToRead = {
  /** An absolute path. */
  readonly path: string
  readonly kind: TextKind
  /** The second attempt, after the first took too long or too much memory. */
  readonly isReduced: boolean
  /** The share of its time that it gets. */
  readonly timeShare: number
}

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

/** Milliseconds of processor time. */
const CPU_MS: Readonly<Record<TextKind, number>> = {
  pdf: 30_000,
  image: 10_000,
  doc: 15_000,
  docx: 15_000,
  xls: 15_000,
  xlsx: 15_000,
  eml: 15_000,
}

/** A reader ends by itself after this share of its time. */
const LATE_SHARE = 0.8
/** Pages of the second attempt. */
const FEW_PAGES = 100
const MEMORY_MB = 500
/** A machine with much other work gives the lowest priority little time. */
const WALL_FACTOR = 4

/** Reads the text of a file, apart from what needs OCR. */
export function readFileTask(kind: TextKind, timeShare: number): ChildTask<FileToRead, ReadFile> {
  const cpuMs = CPU_MS[kind] * timeShare
  return {
    module: new URL(import.meta.url),
    limits: { memoryMb: MEMORY_MB, cpuMs, wallMs: cpuMs * WALL_FACTOR },
    result: readFile,
    reads: ({ path }) => [path],
    addons: kind === 'image',
  }
}

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
