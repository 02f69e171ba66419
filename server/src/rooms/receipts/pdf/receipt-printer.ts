import { RECEIPTS_BUSY } from '@portal/contract/receipts.ts'
import { inTime } from '../../../engines/clock/told-in-time.ts'
import { failure } from '../../../engines/http/errors.ts'
import { createLimiter } from '../../../engines/limiter/limiter.ts'
import type { PrintReceipt } from '../../../records/receipts/print-receipt.ts'
import type { ToPrinter } from './printer-messages.ts'
import { startPrinterThread, type PrinterThread } from './receipt-printer-thread.ts'

/** For one receipt, with the start of the thread; one of 1,000 files takes a few seconds. */
const LIMIT_MS = 60_000
/** Receipts that wait for the thread; each is in memory. */
const MOST_WAITING = 200

/**
 * What prints receipts as PDFs in a thread of its own, one after the other. The thread ends once nobody waits, because
 * its fonts take memory, and after each failure, because nobody knows what it still does.
 */
export function createReceiptPrinter({
  startThread = startPrinterThread,
  limitMs = LIMIT_MS,
}: { startThread?: () => PrinterThread; limitMs?: number } = {}): PrintReceipt {
  let thread: PrinterThread | null = null
  const turns = createLimiter<'thread'>({
    perKey: 1,
    waitingPerKey: MOST_WAITING,
    refuse: () => failure(RECEIPTS_BUSY),
  })
  // The next turn begins once the thread has ended: two at once would take twice the memory.
  const endThread = async () => {
    const ending = thread
    thread = null
    await ending?.close()
  }
  const printInTurn = async (asked: ToPrinter) => {
    thread ??= startThread()
    try {
      const pdf = await inTime(thread.print(asked), limitMs)
      if (turns.load().waiting === 0) await endThread()
      return pdf
    } catch (error) {
      await endThread()
      throw error
    }
  }
  // The rest of the settings stays here: secrets are among it.
  return (receipt, { company, publicUrl, timeZone }) =>
    turns.run('thread', () => printInTurn({ receipt, settings: { company, publicUrl, timeZone } }))
}
