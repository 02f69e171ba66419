import type { PrintReceipt } from './print-receipt.ts'

/** What receipts remember between calls. */
export type ReceiptsState = {
  /** In threads of their own: one for long receipts, one for all others. */
  readonly printReceipt: PrintReceipt
  /** Drops what is being printed, for good: the server stops. */
  readonly stopPrinting: () => void
}
