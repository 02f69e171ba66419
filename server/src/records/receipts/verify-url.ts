import { verifyPath } from '@portal/contract/receipts/verify-link.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { KeptReceipt } from './receipt.ts'

/** The address that verifies a receipt. Who opens it signs in first. */
export function verifyUrl(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { number, checkCode: code }: Pick<KeptReceipt, 'number' | 'checkCode'>,
): string {
  return `${publicUrl}${verifyPath({ number, code })}`
}
