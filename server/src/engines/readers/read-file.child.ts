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
}

type Reader = (bytes: Buffer, options: ReadOptions) => Promise<FileText>

/** Each loads its packages only when a file needs them. */
const READERS: Readonly<Record<TextKind, () => Promise<Reader>>> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
}

/** Milliseconds of processor time. */
const CPU_MS: Readonly<Record<TextKind, number>> = {
  pdf: 30_000,
}

/** A reader ends by itself after this share of its time. */
const LATE_SHARE = 0.8
/** Pages of the second attempt. */
const FEW_PAGES = 100
const MEMORY_MB = 500
/** A machine with much other work gives the lowest priority little time. */
const WALL_FACTOR = 4

/** Reads the text of a file, apart from what needs OCR. */
export function readFileTask(kind: TextKind): ChildTask<FileToRead, ReadFile> {
  const cpuMs = CPU_MS[kind]
  return {
    module: new URL(import.meta.url),
    limits: { memoryMb: MEMORY_MB, cpuMs, wallMs: cpuMs * WALL_FACTOR },
    result: readFile,
    reads: ({ path }) => [path],
  }
}

export async function run({ path, kind, isReduced }: FileToRead): Promise<ReadFile> {
  const isLate = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 > CPU_MS[kind] * LATE_SHARE
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
