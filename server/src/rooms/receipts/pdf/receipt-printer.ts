import { Worker } from 'node:worker_threads'
import type { PrintReceipt } from '../../../records/receipts/print-receipt.ts'
import type { StoredReceipt } from '../../../records/receipts/receipt.ts'
import { isLongReceipt } from '../issue-receipts.ts'
import type { Printing } from './receipt-head.ts'

export type ToPrinter = { readonly receipt: StoredReceipt; readonly settings: Printing['settings'] }
/** The PDF. Messages between threads turn buffers into plain byte arrays. */
export type FromPrinter = Uint8Array<ArrayBuffer>

/** Heap limit of a thread; 64 MB are enough for 1,000 files with long texts. A larger receipt fails, not the server. */
const MAX_MEGABYTES = 256

/** Milliseconds after which an idle thread ends. Starting one costs half a second of CPU time. */
const IDLE_MS = 30_000

/** Milliseconds that one receipt may take; 1,000 files with long texts take 4 seconds, and with 20 owners each 10. */
const LONGEST_MS = 60_000

type Printer = {
  readonly startThread?: () => PrinterThread
  /** Aborted when the server stops: the current print is dropped, because its job or caller repeats it. */
  readonly stopping?: AbortSignal
}

/**
 * Prints receipts as PDFs in separate threads. Long receipts have their own thread, so that short ones do not wait
 * behind them and survive their failures.
 */
export function createReceiptPrinter({
  startThread = startPrinterThread,
  stopping = new AbortController().signal,
}: Printer = {}): PrintReceipt {
  const printShort = oneAfterTheOther(startThread, stopping)
  const printLong = oneAfterTheOther(startThread, stopping)
  return (receipt, { company, publicUrl, timeZone }) => {
    const print = isLongReceipt(receipt) ? printLong : printShort
    // The other settings do not go to the thread, because they include secrets.
    return print({ receipt, settings: { company, publicUrl, timeZone } })
  }
}

/**
 * The thread is reused for later receipts. It ends once it is idle, because its fonts take memory, or once a receipt
 * has failed, because its state is then unknown.
 */
function oneAfterTheOther(
  startThread: () => PrinterThread,
  stopping: AbortSignal,
): (asked: ToPrinter) => Promise<Buffer> {
  let thread: PrinterThread | null = null
  let ending: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  const endThread = () => {
    void thread?.close()
    thread = null
  }
  const print = async (asked: ToPrinter) => {
    stopping.throwIfAborted()
    clearTimeout(ending)
    thread ??= startThread()
    try {
      const pdf = await withTimeout(thread.print(asked), asked, stopping)
      ending = setTimeout(endThread, IDLE_MS).unref()
      return pdf
    } catch (error) {
      endThread()
      throw error
    }
  }
  return (asked) => {
    const printed = last.then(() => print(asked))
    last = printed.catch(() => {})
    return printed
  }
}

/** @throws {Error} After `LONGEST_MS`, so that the queue behind a receipt is not blocked forever, and on a stop. */
async function withTimeout(
  printed: Promise<Buffer>,
  { receipt: { number } }: ToPrinter,
  stopping: AbortSignal,
): Promise<Buffer> {
  const late = Promise.withResolvers<never>()
  const message = `The receipt ${number} was not printed in ${LONGEST_MS / 1000} s.`
  const timer = setTimeout(() => late.reject(new Error(message)), LONGEST_MS)
  const stop = () => late.reject(stopping.reason)
  stopping.addEventListener('abort', stop)
  return Promise.race([printed, late.promise]).finally(() => {
    clearTimeout(timer)
    stopping.removeEventListener('abort', stop)
  })
}

/** Prints one receipt at a time. Keeps the process alive only while it prints. */
export type PrinterThread = { print(asked: ToPrinter): Promise<Buffer>; close(): Promise<unknown> }

function startPrinterThread(): PrinterThread {
  const worker = new Worker(new URL('./receipt-printer.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    // The thread needs no environment variables, and they include secrets.
    env: {},
  })
  // A thread that dies posts no result, so its error rejects the pending print.
  const failed = new Promise<never>((_resolve, reject) => {
    worker.on('error', reject)
    worker.on('messageerror', reject)
    worker.once('exit', () => reject(new Error('The thread that prints receipts has ended.')))
  })
  failed.catch(() => {})
  return {
    async print(asked) {
      const printed = new Promise<FromPrinter>((resolve) => worker.once('message', resolve))
      worker.ref()
      worker.postMessage(asked, [])
      const { buffer } = await Promise.race([printed, failed]).finally(() => worker.unref())
      return Buffer.from(buffer)
    },
    close: () => worker.terminate(),
  }
}
