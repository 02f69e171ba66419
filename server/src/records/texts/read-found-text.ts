import type { FileText, ReadFile, TextKind, UnreadableReason } from '../../engines/readers/file-text.ts'
import { kindOfFile } from '../../engines/readers/kind-of-file.ts'
import { readFileTask } from '../../engines/readers/read-file.task.ts'
import type { ChildOutcome } from '../../engines/workers/child-task.ts'
import { runInChild } from '../../engines/workers/run-in-child.ts'
import { readScans, reasonOf, type Reading } from './read-scans.ts'
import type { ClaimedText, FoundText } from './texts.repository.ts'

export type ReadOutcome =
  | ({ readonly kind: 'text' } & FoundText)
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason; readonly attempts: number }

/** Bytes. A reader has the whole file in its memory. */
const MAX_FILE_BYTES = 250_000_000

/**
 * Reads the text of a file in child processes. A file that breaks its limits gets a second attempt with less to do.
 * @throws the reason of `ending`.
 */
export async function readFoundText(
  { fileName, byteSize }: Pick<ClaimedText, 'fileName' | 'byteSize'>,
  reading: Reading,
): Promise<ReadOutcome> {
  const kind = kindOfFile(fileName)
  if (kind === null) return { kind: 'unreadable', reason: 'damaged', attempts: 0 }
  if (byteSize > MAX_FILE_BYTES) return { kind: 'unreadable', reason: 'too-large', attempts: 0 }
  const first = await readOnce(kind, reading, false)
  if (first.kind === 'done') return complete(kind, first.result, { reading, attempts: 0 })
  const second = await readOnce(kind, reading, true)
  if (second.kind === 'done') return complete(kind, second.result, { reading, attempts: 1 })
  return { kind: 'unreadable', reason: reasonOf(second), attempts: 2 }
}

type Ended<Result> = Exclude<ChildOutcome<Result>, { kind: 'aborted' }>

async function readOnce(
  kind: TextKind,
  { path, ending, waitForCalm, throttle, timeShare = 1 }: Reading,
  isReduced: boolean,
): Promise<Ended<ReadFile>> {
  await waitForCalm()
  const outcome = await runInChild(
    readFileTask(kind, timeShare),
    { path, kind, isReduced, timeShare },
    { signal: ending, throttle },
  )
  if (outcome.kind === 'aborted') throw ending.reason
  return outcome
}

type Attempt = { readonly reading: Reading; readonly attempts: number }

/** Adds what OCR reads. */
async function complete(
  kind: TextKind,
  result: ReadFile,
  { reading, attempts }: Attempt,
): Promise<ReadOutcome> {
  if (result.kind === 'unreadable') return { ...result, attempts: attempts + 1 }
  const { pageCount, pages, scans } = result
  if ((kind !== 'pdf' && kind !== 'image') || scans.length === 0)
    return { kind: 'text', pageCount, pages, ocrPages: 0, unreadPages: unreadPagesOf(result, 0), attempts }
  const { texts, problem } = await readScans(kind, scans, reading)
  // A PDF has pages without OCR, an image has none.
  if (kind === 'image' && texts.size === 0)
    return { kind: 'unreadable', reason: problem, attempts: attempts + 1 }
  const unreadPages = unreadPagesOf(result, texts.size)
  return { kind: 'text', pageCount, pages: merge(result, texts), ocrPages: texts.size, unreadPages, attempts }
}

/** Pages behind the last that a reader reached, and scans that OCR has not read (R14.20). */
function unreadPagesOf(result: FileText, ocrPages: number): number {
  const { pageCount, pages, scans, skippedScans } = result
  const reached = Math.max(pages.length, scans.length + skippedScans)
  return Math.max(0, pageCount - reached) + scans.length + skippedScans - ocrPages
}

function merge({ pages, scans }: FileText, texts: ReadonlyMap<number, FileText['pages'][number]>) {
  const count = Math.max(pages.length, ...scans.map((page) => page + 1))
  return Array.from({ length: count }, (_, page) => texts.get(page) ?? pages[page] ?? { text: '', boxes: '' })
}
