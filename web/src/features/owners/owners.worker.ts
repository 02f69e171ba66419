import type { OwnerColumns, OwnerFileCounts, OwnerRow } from '@portal/contract/owners.ts'
import { csvOf } from './owner-csv.ts'
import { columnsOf, countsOf } from './owner-rows.ts'
import { readRoll, type OwnerRoll } from './owner-roll.ts'
import type { Asked, Outcome, ReadWork, Told, Work } from './owners-work.ts'

/** The part of a worker's own scope that is used here; the page's types know only a window. */
type WorkerScope = {
  addEventListener(type: 'message', listener: (event: MessageEvent<Asked>) => void): void
  postMessage(message: Told, transfer: Transferable[]): void
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

function tell(told: Told): void {
  const roll = 'outcome' in told && told.outcome.kind === 'roll' ? told.outcome.roll : null
  scope.postMessage(told, roll ? buffersOf(roll) : [])
}

/** Handed over instead of copied. */
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

/** The browser keeps the answer and asks with its ETag whether it still holds. */
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
    const answer: unknown = await response.json()
    return kind === 'roll'
      ? { kind, roll: readRoll(isBare(answer) ? columnsOf(answer) : (answer as OwnerColumns)), etag }
      : { kind, counts: isBare(answer) ? countsOf(answer) : (answer as OwnerFileCounts), etag }
  } catch {
    return { kind: 'no answer' }
  }
}

/** What a server answers that looks at no `Accept`. */
function isBare(answer: unknown): answer is OwnerRow[] {
  return Array.isArray(answer)
}

type Export = Extract<Work, { kind: 'export' }>
type Course = { readonly signal: AbortSignal; readonly onShare: (share: number) => void }

/** Encoded piece by piece, so that half a million characters never wait twice; answers null when it was stopped. */
async function exportRows({ source, view }: Export, { signal, onShare }: Course): Promise<Outcome | null> {
  const pieces: Blob[] = []
  for (const { text, share } of csvOf(source, view)) {
    pieces.push(new Blob([text]))
    onShare(share)
    // Lets the word to stop come in.
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
