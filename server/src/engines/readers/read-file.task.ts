import type { ChildTask } from '../workers/child-task.ts'
import { readFile, type ReadFile, type TextKind } from './file-text.ts'

export type FileToRead = {
  /** An absolute path. */
  readonly path: string
  readonly kind: TextKind
  /** The second attempt, after the first took too long or too much memory. */
  readonly isReduced: boolean
  /** The share of its processor time that it gets. */
  readonly timeShare: number
}

/** Milliseconds of processor time. */
export const CPU_MS: Readonly<Record<TextKind, number>> = {
  pdf: 30_000,
  image: 10_000,
  doc: 15_000,
  docx: 15_000,
  xls: 15_000,
  xlsx: 15_000,
  eml: 15_000,
}

const MEMORY_MB = 500
/** A machine with much other work gives the lowest priority little time. */
const WALL_FACTOR = 4

/** Reads the text of a file, apart from what needs OCR. */
export function readFileTask(kind: TextKind, timeShare: number): ChildTask<FileToRead, ReadFile> {
  const cpuMs = CPU_MS[kind] * timeShare
  return {
    module: new URL('./read-file.child.ts', import.meta.url),
    limits: { memoryMb: MEMORY_MB, cpuMs, wallMs: CPU_MS[kind] * WALL_FACTOR },
    result: readFile,
    reads: ({ path }) => [path],
    addons: kind === 'image',
  }
}
