import type { HashResult } from './hash.worker.ts'

/** Milliseconds after which an idle worker is terminated, because it holds its own memory. */
const IDLE_MS = 5000

/** Computes the SHA-256 of a file; null if that fails. @throws the signal's reason. */
export type HashFile = (file: File, signal: AbortSignal) => Promise<string | null>

/**
 * Hashes files in a worker, one at a time, so that the page stays responsive. Aborting a hash terminates its worker.
 */
export function createFileHasher(): HashFile {
  let idle: Worker | null = null
  let ending: ReturnType<typeof setTimeout> | undefined
  const take = () => {
    clearTimeout(ending)
    const worker = idle ?? startWorker()
    idle = null
    return worker
  }
  const keep = (worker: Worker | null) => {
    clearTimeout(ending)
    // Two hashes ran at the same time, or the idle time is over.
    idle?.terminate()
    idle = worker
    if (worker) ending = setTimeout(() => keep(null), IDLE_MS)
  }
  return async (file, signal) => {
    signal.throwIfAborted()
    const worker = take()
    if (worker === null) return null
    const said = await ask(worker, file, signal)
    // A failed worker never responds again.
    if (said) keep(worker)
    else worker.terminate()
    return said?.sha256 ?? null
  }
}

/** The page's shared hasher, for callers that hash a file or two at a time. */
export const hashFile = createFileHasher()

/** Null in a browser without workers. */
function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return null
  }
}

/** Null if the worker failed. */
async function ask(worker: Worker, file: File, signal: AbortSignal): Promise<HashResult | null> {
  const { promise, resolve, reject } = Promise.withResolvers<HashResult | null>()
  const listening = new AbortController()
  const { signal: until } = listening
  worker.addEventListener('message', ({ data }: MessageEvent<HashResult>) => resolve(data), { signal: until })
  // For example, its script failed to load.
  worker.addEventListener('error', () => resolve(null), { signal: until })
  signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: until })
  // Messages to a worker have no target origin, unlike those to a window: a worker belongs to one page.
  Reflect.apply(worker.postMessage, worker, [file])
  try {
    return await promise
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    listening.abort()
  }
}
