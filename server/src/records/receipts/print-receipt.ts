import type { Settings } from '../../engines/config/settings.ts'
import type { StoredReceipt } from './receipt.ts'

/**
 * Prints a receipt as a PDF.
 * @throws Error, and no other receipt with it, for one that cannot be printed.
 */
export type PrintReceipt = (
  receipt: StoredReceipt,
  settings: Pick<Settings, 'company' | 'publicUrl' | 'timeZone'>,
) => Promise<Buffer>
