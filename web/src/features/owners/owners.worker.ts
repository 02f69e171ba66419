import type { OwnerColumns, OwnerFileCounts } from '@portal/contract/owners/owners.ts'
import { csvOf } from './export/owner-csv.ts'
import { readRoll, type OwnerRoll } from './roll/owner-roll.ts'
import { readColumns, readFileCounts } from './owners.wire.ts'
import type { WorkerRequest, Outcome, ReadWork, WorkerMessage, Work } from './owners-work.ts'

/** The part of a worker's global scope used here; the page's types cover only a window. */
type WorkerScope = {
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerRequest>) => void): void
  postMessage(message: WorkerMessage, transfer: Transferable[]): void
}

const scope = globalThis as unknown as WorkerScope
const running = new Map<number, AbortController>()

scope.addEventListener('message', ({ data }) => {
  if ('stop' in data) running.get(data.id)?.abort()
  else void start(data.id, data.work)
})

async function start(id: number, work: Work): Promise<void> {
  const stop = new AbortController()
  running.set(id, stop)
  const outcome =
    work.kind === 'export'
      ? await exportRows(work, { signal: stop.signal, onShare: (share) => tell({ id, share }) })
      : await read(work, stop.signal)
  running.delete(id)
  if (outcome && !stop.signal.aborted) tell({ id, outcome })
}

function tell(message: WorkerMessage): void {
  const roll = 'outcome' in message && message.outcome.kind === 'roll' ? message.outcome.roll : null
  scope.postMessage(message, roll ? buffersOf(roll) : [])
}

/** The buffers to transfer instead of copy. */
function buffersOf(roll: OwnerRoll): Transferable[] {
  const { partyNumbers, currentValues, priorValues, names, cadIds, agents, searchNames } = roll
  return [
    partyNumbers,
    currentValues,
    priorValues,
    names.starts,
    cadIds.starts,
    agents.starts,
    searchNames.starts,
  ].map(({ buffer }) => buffer as ArrayBuffer)
}

/** The browser caches the response and revalidates it with its ETag. */
async function read({ kind, url, accept, knownEtag }: ReadWork, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      headers: { accept },
      credentials: 'include',
      cache: 'no-cache',
      signal,
    })
    const { ok, status, statusText, headers } = response
    const etag = headers.get('etag')
    if (!ok) {
      const refusal = {
        status,
        statusText,
        text: await response.text(),
        retryAfter: headers.get('retry-after'),
      }
      return { kind: 'refused', refusal }
    }
    if (etag !== null && etag === knownEtag) {
      await response.body?.cancel()
      return { kind: 'unchanged' }
    }
    return kind === 'roll'
      ? { kind, roll: readRoll(readColumns((await response.json()) as OwnerColumns)), etag }
      : { kind, counts: readFileCounts((await response.json()) as OwnerFileCounts), etag }
  } catch {
    return { kind: 'no answer' }
  }
}

type Export = Extract<Work, { kind: 'export' }>
type ExportOptions = { readonly signal: AbortSignal; readonly onShare: (share: number) => void }

/** Encodes the file in chunks, so that the whole text is never in memory twice; returns null if stopped. */
async function exportRows(
  { source, view }: Export,
  { signal, onShare }: ExportOptions,
): Promise<Outcome | null> {
  const pieces: Blob[] = []
  for (const { text, share } of csvOf(source, view)) {
    pieces.push(new Blob([text]))
    onShare(share)
    // Yields, so that a stop message can arrive.
    await nextTurn()
    if (signal.aborted) return null
  }
  return { kind: 'exported', file: new Blob(pieces, { type: 'text/csv;charset=utf-8' }) }
}

function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve)
  return promise
}
