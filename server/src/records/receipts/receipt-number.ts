import { randomInt } from 'node:crypto'
import { verifyPath } from '@portal/contract/receipts/verify-link.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { StoredReceipt } from './receipt.ts'

const DRAWN = 100_000_000

const NUMBER = /^R?(\d{4})(\d{4})(\d{4})$/

/** The number of a new receipt. All but its year is random, so that two numbers do not reveal how much others send. */
export function drawReceiptNumber(year: number): string {
  const drawn = String(randomInt(DRAWN)).padStart(8, '0')
  return `R-${year}-${drawn.slice(0, 4)}-${drawn.slice(4)}`
}

/** The number in its stored form, however it was typed; null if it is not a receipt number. */
export function readReceiptNumber(typed: string): string | null {
  const [, year, first, last] = NUMBER.exec(typed.toUpperCase().replaceAll(/[^\dA-Z]/g, '')) ?? []
  return year === undefined ? null : `R-${year}-${first}-${last}`
}

/** The address that verifies a receipt. It requires a sign-in. */
export function verifyUrl(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { number, checkCode: code }: Pick<StoredReceipt, 'number' | 'checkCode'>,
): string {
  return `${publicUrl}${verifyPath({ number, code })}`
}
