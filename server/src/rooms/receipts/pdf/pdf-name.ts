import type { StoredReceipt } from '../../../records/receipts/receipt.ts'

/** The file name of a saved receipt PDF. */
export function pdfName({ number }: Pick<StoredReceipt, 'number'>): string {
  return `receipt-${number}.pdf`
}
