import type { Settings } from '../../../engines/config/settings.ts'
import type { PdfFonts } from '../../../engines/pdf/fonts.ts'
import type { KeptReceipt } from '../../../records/receipts/receipt.ts'

/** A receipt that is put on paper, by whom, and in which letters. */
export type Printing = {
  readonly receipt: KeptReceipt
  readonly settings: Pick<Settings, 'company' | 'publicUrl' | 'timeZone'>
  readonly fonts: PdfFonts
}
