import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HistoryPaper, PrintHistory } from '../../../../records/audit/print-history.ts'

/** Papers that one server prints at the same time. */
export const MAX_HISTORY_PRINTS = 2

export type ToPrinter = Pick<HistoryPaper, 'facts' | 'footer'>
/** A part of the PDF, the request for the next portion of blocks, or the end. */
export type FromPrinter = Uint8Array | 'more' | 'end'

/** Heap limit of a thread. A larger paper fails, not the server. */
const MAX_MEGABYTES = 256

/**
 * Prints each paper in a thread of its own, because laying out a long history takes seconds. The thread ends with its
 * paper, its reader or the server, and gets a portion only after it has printed the one before.
 */
export function createHistoryPrinter(stopping: AbortSignal): PrintHistory {
  return async function* print({ facts, footer, blocks }) {
    stopping.throwIfAborted()
    const worker = new Worker(new URL('./history-printer.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
      // The thread needs no environment variables, and they include secrets.
      env: {},
    })
    const portions = blocks[Symbol.asyncIterator]()
    try {
      const messages = on(worker, 'message', { signal: stopping, close: ['exit'] })
      worker.postMessage({ facts, footer } satisfies ToPrinter, [])
      for await (const [message] of messages as AsyncIterable<[FromPrinter]>) {
        if (message === 'end') return
        if (message === 'more') {
          const { value, done } = await portions.next()
          worker.postMessage(done ? null : value, [])
        } else yield Buffer.from(message)
      }
      throw new Error('The thread that prints a history has ended.')
    } finally {
      await portions.return?.()
      await worker.terminate()
    }
  }
}
