import type { KeptReceipt } from '../../../records/receipts/receipt.ts'
import type { Printing } from './printing.ts'

export type ToPrinter = { readonly receipt: KeptReceipt; readonly settings: Printing['settings'] }
/** The PDF. Buffers arrive as plain arrays of bytes. */
export type FromPrinter = Uint8Array<ArrayBuffer>
