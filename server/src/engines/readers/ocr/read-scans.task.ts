import { z } from 'zod'
import type { ChildTask } from '../../workers/child-task.ts'
import { packedPage, type PackedPage } from '../packed-page.ts'

export type ScansToRead = {
  /** An absolute path. */
  readonly path: string
  readonly kind: 'pdf' | 'image'
  /** Pages from 0. */
  readonly pages: readonly number[]
}

/** `problem` says why a page has no text. */
export type ReadScan = PackedPage & { readonly page: number; readonly problem: ScanProblem | null }

const PROBLEMS = ['damaged', 'took-too-long'] as const
export type ScanProblem = (typeof PROBLEMS)[number]

/**
 * Milliseconds of processor time that OCR of one document gets: 200 dense pages of 4 seconds each, and half as much
 * again.
 */
export const DOCUMENT_CPU_MS = 1_200_000

/** Pages of one child. The thread that recognizes letters grows with each page. */
export const SCANS_AT_ONCE = 10

/** Milliseconds of processor time. */
export const PAGE_CPU_MS = 20_000
const START_CPU_MS = 10_000
const MEMORY_MB = 600
/** A machine with much other work gives the lowest priority little time. */
const WALL_FACTOR = 4

/** `cpuMs` is the processor time that it took. */
export type ReadScans = { readonly pages: readonly ReadScan[]; readonly cpuMs: number }

const readScans: z.ZodType<ReadScans> = z.object({
  cpuMs: z.number().min(0),
  pages: z
    .array(
      z.intersection(packedPage, z.object({ page: z.int().min(0), problem: z.enum(PROBLEMS).nullable() })),
    )
    .max(SCANS_AT_ONCE),
})

/** Reads pages that are images. */
export function readScansTask(pages: number, timeShare: number): ChildTask<ScansToRead, ReadScans> {
  const wholeMs = START_CPU_MS + pages * (PAGE_CPU_MS + START_CPU_MS)
  return {
    module: new URL('./read-scans.child.ts', import.meta.url),
    limits: { memoryMb: MEMORY_MB, cpuMs: wholeMs * timeShare, wallMs: wholeMs * WALL_FACTOR },
    result: readScans,
    reads: ({ path }) => [path],
    addons: true,
  }
}
