import type { PrintReceipt } from './print-receipt.ts'

/** The state that receipts hold between calls. */
export type ReceiptsState = {
  /** Prints in separate threads: one for long receipts, one for all others. */
  readonly printReceipt: PrintReceipt
  /** Stops all printing permanently, at shutdown. */
  readonly stopPrinting: () => void
}
