import type { PrintReceipt } from './print-receipt.ts'

/** What receipts remember between calls. */
export type ReceiptsState = {
  /** In a thread of its own, one receipt after the other. */
  readonly printReceipt: PrintReceipt
}
