import { randomInt } from 'node:crypto'
import { verifyPath } from '@portal/contract/receipts/verify-link.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { StoredReceipt } from './receipt.ts'

const DRAWN = 100_000_000

const NUMBER = /^R?(\d{4})(\d{4})(\d{4})$/

/** The number of a new receipt. But for the year it is drawn, so that nobody counts by two of them what others send. */
export function drawReceiptNumber(year: number): string {
  const drawn = String(randomInt(DRAWN)).padStart(8, '0')
  return `R-${year}-${drawn.slice(0, 4)}-${drawn.slice(4)}`
}

/** The number as it is kept, however somebody has typed it; null where it is no such number. */
export function readReceiptNumber(typed: string): string | null {
  const [, year, first, last] = NUMBER.exec(typed.toUpperCase().replaceAll(/[^\dA-Z]/g, '')) ?? []
  return year === undefined ? null : `R-${year}-${first}-${last}`
}

/** The address that verifies a receipt. Who opens it signs in first. */
export function verifyUrl(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { number, checkCode: code }: Pick<StoredReceipt, 'number' | 'checkCode'>,
): string {
  return `${publicUrl}${verifyPath({ number, code })}`
}
