import {
  DOCUMENT_CPU_MS,
  readScansTask,
  SCANS_AT_ONCE,
  type ReadScans,
} from '../../engines/readers/ocr/read-scans.task.ts'
import type { UnreadableReason } from '../../engines/readers/file-text.ts'
import type { PackedPage } from '../../engines/readers/packed-page.ts'
import type { ChildOutcome } from '../../engines/workers/child-task.ts'
import type { ChildThrottle } from '../../engines/workers/child-throttle.ts'
import { runInChild } from '../../engines/workers/run-in-child.ts'

type Scanned = {
  /** By page, from 0. */
  readonly texts: ReadonlyMap<number, PackedPage>
  /** Why a page has no text, which may have had no time; without such a page it means nothing. */
  readonly problem: UnreadableReason
}

export type Reading = {
  /** An absolute path of the file. */
  readonly path: string
  readonly ending: AbortSignal
  /** Waits before a child starts, while the process has more urgent work. */
  readonly waitForCalm: () => Promise<void>
  /** Pauses children while many files are uploaded. */
  readonly throttle?: ChildThrottle
  /** The share of the time that a child gets. Tests have less patience. */
  readonly timeShare?: number
  /** Milliseconds of processor time for all its scans. Tests have less patience. */
  readonly documentCpuMs?: number
}

/**
 * Reads pages by OCR, some in each child. If a child fails, each of its pages gets a child of its own, so that one bad
 * page takes no other with it. The document ends with the first child that takes too long, or with its own time
 * (R14.17), because other documents wait.
 * @throws the reason of `ending`.
 */
export async function readScans(
  kind: 'pdf' | 'image',
  scans: readonly number[],
  reading: Reading,
): Promise<Scanned> {
  const texts = new Map<number, PackedPage>()
  let problem: UnreadableReason = 'damaged'
  let leftMs = reading.documentCpuMs ?? DOCUMENT_CPU_MS
  const read = async (pages: readonly number[]): Promise<void> => {
    if (leftMs <= 0) {
      problem = 'took-too-long'
      return
    }
    const { outcome, cpuMs } = await runPages(kind, pages, reading)
    leftMs -= cpuMs
    if (outcome.kind !== 'done') {
      if (outcome.kind === 'timed-out') leftMs = 0
      if (pages.length > 1) for (const page of pages) await read([page])
      else problem = reasonOf(outcome)
      return
    }
    const wanted = outcome.result.pages.filter(({ page }) => pages.includes(page))
    for (const { page, problem: reason, text, boxes } of wanted) {
      if (reason === null) texts.set(page, { text, boxes })
      else problem = reason
    }
  }
  for (let from = 0; from < scans.length; from += SCANS_AT_ONCE)
    await read(scans.slice(from, from + SCANS_AT_ONCE))
  return { texts, problem }
}

type Ended = {
  readonly outcome: Exclude<ChildOutcome<ReadScans>, { kind: 'aborted' }>
  readonly cpuMs: number
}

async function runPages(
  kind: 'pdf' | 'image',
  pages: readonly number[],
  { path, ending, waitForCalm, throttle, timeShare = 1 }: Reading,
): Promise<Ended> {
  await waitForCalm()
  const task = readScansTask(pages.length, timeShare)
  const began = performance.now()
  const outcome = await runInChild(task, { path, kind, pages }, { signal: ending, throttle })
  if (outcome.kind === 'aborted') throw ending.reason
  // The processor time of a child that failed is not known. It includes no pause.
  const cpuMs =
    outcome.kind === 'done'
      ? outcome.result.cpuMs
      : Math.min(performance.now() - began, task.limits.cpuMs ?? Infinity)
  return { outcome, cpuMs }
}

/** Memory of WebAssembly that runs out ends a library in many ways. */
const OUT_OF_MEMORY = /out of memory|OOM|memory\.grow|allocation failed/i

/** Why a file whose child did not finish is unreadable. */
export function reasonOf(
  outcome: Exclude<ChildOutcome<unknown>, { kind: 'done' | 'aborted' }>,
): UnreadableReason {
  if (outcome.kind === 'timed-out') return 'took-too-long'
  if (outcome.kind === 'out-of-memory') return 'out-of-memory'
  return OUT_OF_MEMORY.test(outcome.reason) ? 'out-of-memory' : 'damaged'
}
