import type { StoredReceipt } from '../../../records/receipts/receipt.ts'

/** What the PDF of a receipt is called where it is saved. */
export function pdfName({ number }: Pick<StoredReceipt, 'number'>): string {
  return `receipt-${number}.pdf`
}
