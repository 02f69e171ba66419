import type { StoredReceipt } from '../../../records/receipts/receipt.ts'
import { readPdfFonts } from '../../../engines/pdf/fonts.ts'
import { writePdf } from '../../../engines/pdf/write-pdf.ts'
import type { Printing } from './receipt-head.ts'
import { receiptSheets } from './receipt-sheets.ts'

/** Writes the receipt on US Letter in chunks, on demand. Only for a receipt that matches the issued one. */
export async function* writeReceiptPdf(
  receipt: StoredReceipt,
  settings: Printing['settings'],
): AsyncGenerator<Buffer> {
  const fonts = await readPdfFonts()
  const facts = {
    title: `Filing receipt ${receipt.number}`,
    author: settings.company.name,
    subject: `Check code ${receipt.checkCode}`,
    madeAt: receipt.madeAt,
  }
  yield* writePdf(facts, { sheets: receiptSheets({ receipt, settings, fonts }), fonts: fonts.strong })
}
