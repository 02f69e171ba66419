import { Worker } from 'node:worker_threads'
import type { FromPrinter, ToPrinter } from './printer-messages.ts'

/** Of heap; 64 are enough for 1,000 files with long texts. What needs more fails, and not the server. */
const MOST_MEGABYTES = 256

const SCRIPT = new URL('./receipt-printer.worker.ts', import.meta.url)

/** A thread prints one receipt at a time. After a failure it prints no other, and has to be closed. */
export type PrinterThread = { print(asked: ToPrinter): Promise<Buffer>; close(): Promise<unknown> }

/** Starts a thread without the environment of the server, which holds its secrets. */
export function startPrinterThread(script = SCRIPT): PrinterThread {
  return printerThread(
    new Worker(script, { env: {}, resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } }),
  )
}

/** Prints by this worker, which answers each message with one PDF. */
export function printerThread(worker: Worker): PrinterThread {
  // A thread that dies answers nothing: its error is what whoever waits for it gets.
  const failed = new Promise<never>((_resolve, reject) => {
    // An error that nobody listens to would end the server, so that all of them are.
    worker.on('error', reject)
    worker.on('messageerror', reject)
    worker.once('exit', () => reject(new Error('The thread that prints receipts has ended.')))
  })
  failed.catch(() => {})
  return {
    async print(asked) {
      const printed = new Promise<FromPrinter>((resolve) => worker.once('message', resolve))
      worker.postMessage(asked, [])
      const { buffer } = await Promise.race([printed, failed])
      return Buffer.from(buffer)
    },
    close: () => worker.terminate(),
  }
}
