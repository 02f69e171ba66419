import type { CsvSource } from './export/owner-csv.ts'
import type { OwnerView } from './roll/owner-view.ts'
import type { WorkerRequest, Outcome, WorkerMessage, Work } from './owners-work.ts'

type PendingWork = {
  readonly settle: (outcome: Outcome) => void
  readonly fail: (reason: unknown) => void
  readonly onShare: ((share: number) => void) | undefined
}

type WorkOptions = { readonly signal: AbortSignal; readonly onShare?: (share: number) => void }

/** The worker that reads and writes whole rolls, so that the page stays responsive. */
export type OwnersWorker = {
  /**
   * Runs a job.
   * @throws the signal's reason, or an Error if the worker itself failed.
   */
  run(work: Work, options: WorkOptions): Promise<Outcome>
  /** Starts the worker before its first job. */
  warmUp(): void
  /** Terminates the worker and frees its memory; the next job starts another one. */
  close(): void
}

/** Creates a worker that starts with its first job. */
export function ownersWorker(): OwnersWorker {
  const waiting = new Map<number, PendingWork>()
  let worker: Worker | null = null
  let lastId = 0

  const end = (reason: string) => {
    worker?.terminate()
    worker = null
    for (const { fail } of waiting.values()) fail(new Error(reason))
    waiting.clear()
  }

  const open = (): Worker => {
    if (worker) return worker
    const opened = new Worker(new URL('owners.worker.ts', import.meta.url), { type: 'module' })
    opened.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      const pending = waiting.get(data.id)
      if ('share' in data) return pending?.onShare?.(data.share)
      waiting.delete(data.id)
      return pending?.settle(data.outcome)
    })
    // Its script failed to load, or it crashed: the next job starts another one.
    opened.addEventListener('error', (event) => {
      event.preventDefault()
      end('The worker of the owner table has failed.')
    })
    worker = opened
    return opened
  }

  const run = (work: Work, { signal, onShare }: WorkOptions): Promise<Outcome> => {
    const id = (lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const stop = () => {
      post(worker, { id, stop: true })
      waiting.delete(id)
      reject(signal.reason as Error)
    }
    if (signal.aborted) return Promise.reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
    waiting.set(id, { settle: resolve, fail: reject, onShare })
    post(open(), { id, work })
    return promise.finally(() => signal.removeEventListener('abort', stop))
  }

  return { run, warmUp: () => void open(), close: () => end('The owner table is closed.') }
}

function post(worker: Worker | null, request: WorkerRequest): void {
  worker?.postMessage(request, [])
}

/** The parts of a roll that the export needs. Messages to the worker are copied, so nothing else is sent. */
export function exportWork(
  { names, cadIds, agents, currentValues, priorValues }: CsvSource,
  view: OwnerView,
): Work {
  return { kind: 'export', source: { names, cadIds, agents, currentValues, priorValues }, view }
}
