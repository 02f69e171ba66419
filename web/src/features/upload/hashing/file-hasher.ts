import type { HashResult } from './hash.worker.ts'

/** Milliseconds after which a worker with nothing to do ends: it has memory of its own. */
const IDLE_MS = 5000

/** The SHA-256 of a file; null where it cannot be found out. @throws the signal's reason. */
export type HashFile = (file: File, signal: AbortSignal) => Promise<string | null>

/**
 * Hashes files outside of the page, so that it stays quick; one at a time. One that is given up takes its worker along.
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
    // Two were asked at once, or nobody asks any more.
    idle?.terminate()
    idle = worker
    if (worker) ending = setTimeout(() => keep(null), IDLE_MS)
  }
  return async (file, signal) => {
    signal.throwIfAborted()
    const worker = take()
    if (worker === null) return null
    const said = await ask(worker, file, signal)
    // One that failed never says anything again.
    if (said) keep(worker)
    else worker.terminate()
    return said?.sha256 ?? null
  }
}

/** The one of the page, for all that hash a file or two at a time. */
export const hashFile = createFileHasher()

/** Null in a browser that has none. */
function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return null
  }
}

/** Null where the worker failed. */
async function ask(worker: Worker, file: File, signal: AbortSignal): Promise<HashResult | null> {
  const { promise, resolve, reject } = Promise.withResolvers<HashResult | null>()
  const listening = new AbortController()
  const { signal: until } = listening
  worker.addEventListener('message', ({ data }: MessageEvent<HashResult>) => resolve(data), { signal: until })
  // Its script could not be loaded, for one.
  worker.addEventListener('error', () => resolve(null), { signal: until })
  signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: until })
  // A worker has one page: unlike a window's messages, those to it name no origin.
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
