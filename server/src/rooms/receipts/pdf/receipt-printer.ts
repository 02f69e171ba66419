import { Worker } from 'node:worker_threads'
import type { PrintReceipt } from '../../../records/receipts/print-receipt.ts'
import type { KeptReceipt } from '../../../records/receipts/receipt.ts'
import type { Printing } from './printing.ts'

export type ToPrinter = { readonly receipt: KeptReceipt; readonly settings: Printing['settings'] }
/** The PDF. Buffers arrive as plain arrays of bytes. */
export type FromPrinter = Uint8Array<ArrayBuffer>

/** Of heap; 64 are enough for 1,000 files with long texts. What needs more fails, and not the server. */
const MOST_MEGABYTES = 256

/**
 * What prints receipts as PDFs in a thread of its own, one after the other. The thread ends once nobody waits, because
 * its fonts take memory.
 */
export function createReceiptPrinter(): PrintReceipt {
  let thread: PrinterThread | null = null
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const printNext = async (before: Promise<unknown>, asked: ToPrinter) => {
    await before
    thread ??= startThread()
    try {
      return await thread.print(asked)
    } catch (error) {
      thread = null
      throw error
    }
  }
  return async (receipt, { company, publicUrl, timeZone }) => {
    waiting += 1
    // The rest of the settings stays here: secrets are among it.
    const printed = printNext(last, { receipt, settings: { company, publicUrl, timeZone } })
    last = printed.catch(() => {})
    try {
      return await printed
    } finally {
      waiting -= 1
      if (waiting === 0) {
        void thread?.close()
        thread = null
      }
    }
  }
}

type PrinterThread = { print(asked: ToPrinter): Promise<Buffer>; close(): Promise<unknown> }

function startThread(): PrinterThread {
  const worker = new Worker(new URL('./receipt-printer.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  // A thread that dies answers nothing: its error is what whoever waits for it gets.
  const failed = new Promise<never>((_resolve, reject) => {
    worker.once('error', reject)
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
