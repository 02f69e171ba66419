import { extname } from 'node:path'
import { type ReadFile, type TextKind, type UnreadableReason } from '../../engines/readers/file-text.ts'
import { readFileTask } from '../../engines/readers/read-file.child.ts'
import type { ChildOutcome } from '../../engines/workers/child-task.ts'
import { runInChild } from '../../engines/workers/run-in-child.ts'
import type { ClaimedText, FoundText } from './texts.repository.ts'

export type ReadOutcome =
  | ({ readonly kind: 'text' } & FoundText)
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason; readonly attempts: number }

type Reading = { readonly path: string; readonly ending: AbortSignal }

/** Bytes. A reader has the whole file in its memory. */
const MAX_FILE_BYTES = 250_000_000

const KINDS: Readonly<Record<string, TextKind>> = {
  '.pdf': 'pdf',
}

/**
 * Reads the text of a file in child processes. A file that breaks its limits gets a second attempt with less to do.
 * @throws the reason of `ending`.
 */
export async function readFoundText(
  { fileName, byteSize }: Pick<ClaimedText, 'fileName' | 'byteSize'>,
  reading: Reading,
): Promise<ReadOutcome> {
  const kind = KINDS[extname(fileName).toLowerCase()]
  if (kind === undefined) return { kind: 'text', pageCount: 0, pages: [], ocrPages: 0, attempts: 0 }
  if (byteSize > MAX_FILE_BYTES) return { kind: 'unreadable', reason: 'too-large', attempts: 0 }
  const first = await readOnce(kind, reading, false)
  if (first.kind === 'done') return toOutcome(first.result, 0)
  const second = await readOnce(kind, reading, true)
  if (second.kind === 'done') return toOutcome(second.result, 1)
  return { kind: 'unreadable', reason: reasonOf(second), attempts: 2 }
}

type Ended = Exclude<ChildOutcome<ReadFile>, { kind: 'aborted' }>

async function readOnce(kind: TextKind, { path, ending }: Reading, isReduced: boolean): Promise<Ended> {
  const outcome = await runInChild(readFileTask(kind), { path, kind, isReduced }, ending)
  if (outcome.kind === 'aborted') throw ending.reason
  return outcome
}

function toOutcome(result: ReadFile, attempts: number): ReadOutcome {
  if (result.kind === 'unreadable') return { ...result, attempts: attempts + 1 }
  const { pageCount, pages } = result
  return { kind: 'text', pageCount, pages, ocrPages: 0, attempts }
}

/** Memory of WebAssembly that runs out ends a library in many ways. */
const OUT_OF_MEMORY = /out of memory|OOM|memory\.grow|allocation failed/i

function reasonOf(outcome: Exclude<Ended, { kind: 'done' }>): UnreadableReason {
  if (outcome.kind === 'timed-out') return 'took-too-long'
  if (outcome.kind === 'out-of-memory') return 'out-of-memory'
  return OUT_OF_MEMORY.test(outcome.reason) ? 'out-of-memory' : 'damaged'
}
