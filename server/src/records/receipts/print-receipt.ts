import type { Settings } from '../../engines/config/settings.ts'
import type { StoredReceipt } from './receipt.ts'

/**
 * Prints a receipt as a PDF.
 * @throws Error if the receipt cannot be printed; other receipts are unaffected.
 */
export type PrintReceipt = (
  receipt: StoredReceipt,
  settings: Pick<Settings, 'company' | 'publicUrl' | 'timeZone'>,
) => Promise<Buffer>
