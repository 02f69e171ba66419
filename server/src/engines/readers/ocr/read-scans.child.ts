import { readFileSync } from 'node:fs'
import { setInterval as every } from 'node:timers/promises'
import { z } from 'zod'
import type { ChildTask } from '../../workers/child-task.ts'
import { packedPage, packPage, type PackedPage } from '../packed-page.ts'
import type { GrayImage } from './gray-image.ts'
import { openLetterReader, type LetterReader } from './letter-reader.ts'
import { readScannedPage } from './read-scanned-page.ts'
import { openScans } from './open-scans.ts'

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

/** Pages of one child. The thread that recognizes letters grows with each page. */
export const SCANS_AT_ONCE = 10

/** Milliseconds of processor time. */
const PAGE_CPU_MS = 20_000
const START_CPU_MS = 10_000
const MEMORY_MB = 600
/** A machine with much other work gives the lowest priority little time. */
const WALL_FACTOR = 4

const readScans: z.ZodType<{ readonly pages: readonly ReadScan[] }> = z.object({
  pages: z
    .array(
      z.intersection(packedPage, z.object({ page: z.int().min(0), problem: z.enum(PROBLEMS).nullable() })),
    )
    .max(SCANS_AT_ONCE),
})

/** Reads pages that are images. */
export function readScansTask(
  pages: number,
  timeShare: number,
): ChildTask<ScansToRead, { readonly pages: readonly ReadScan[] }> {
  const cpuMs = (START_CPU_MS + pages * (PAGE_CPU_MS + START_CPU_MS)) * timeShare
  return {
    module: new URL(import.meta.url),
    limits: { memoryMb: MEMORY_MB, cpuMs, wallMs: cpuMs * WALL_FACTOR },
    result: readScans,
    reads: ({ path }) => [path],
    addons: true,
  }
}

export async function run({ path, kind, pages }: ScansToRead): Promise<{ pages: ReadScan[] }> {
  const scans = await openScans(readFileSync(path), kind)
  const read: ReadScan[] = []
  let reader: LetterReader | null = null
  for (const page of pages) {
    const image = await scans.imageOf(page)
    if (image === null) {
      read.push({ ...NO_TEXT, page, problem: 'damaged' })
      continue
    }
    reader ??= await openLetterReader()
    const found = await readInTime(image, reader)
    if (found === null) {
      // The thread works on. It ends with the process at the latest.
      void reader.close().catch(() => {})
      reader = null
    }
    read.push({ ...(found ?? NO_TEXT), page, problem: found ? null : 'took-too-long' })
  }
  return { pages: read }
}

const NO_TEXT: PackedPage = { text: '', boxes: '' }

/** Null after too much processor time. */
async function readInTime(image: GrayImage, reader: LetterReader): Promise<PackedPage | null> {
  const start = process.cpuUsage()
  const done = new AbortController()
  const late = async () => {
    for await (const _ of every(200, null, { signal: done.signal })) {
      const { user, system } = process.cpuUsage(start)
      if ((user + system) / 1000 > PAGE_CPU_MS) break
    }
    return null
  }
  try {
    return await Promise.race([readScannedPage(image, reader).then(packPage), late()])
  } finally {
    done.abort()
  }
}
