import type { ReadCell, CellFault } from '../../imports/import-kind.ts'

/** Digits before the decimal point. */
const MAX_DIGITS = 13
const MAX_CENTS = 10n ** BigInt(MAX_DIGITS + 2)

/** Staged for a cell without a value. Null means that the file lacks the column. */
export const NO_VALUE = 'NaN'

const NO_AMOUNT: CellFault = {
  reason: 'is not an amount in dollars such as 1234.50, $1,234.50 or (1,234.50)',
}
const SCIENTIFIC: CellFault = { reason: 'is in scientific notation; its digits are lost' }
const DECIMAL_COMMA: CellFault = {
  reason: 'has a decimal comma; dollars and cents have a point between them',
}
const TOO_LARGE: CellFault = { reason: `has more than ${MAX_DIGITS} digits` }

/** The format of most files: no dollar sign, parentheses or thousands commas, and at most two decimals. */
const PLAIN = /^-?\d{1,13}(?:\.\d{1,2})?$/
const AMOUNT = /^(?<digits>\d{1,3}(?:,\d{3})+|\d+)?(?:\.(?<decimals>\d*))?$/

/**
 * An amount in dollars with at most two decimals. Reads `$`, thousands commas, `-n` and `(n)`. More decimals are
 * rounded half away from zero, as in accounting. Blank and N/A mean no value.
 */
export const readMoney: ReadCell = (cell) => {
  if (PLAIN.test(cell)) return cell
  if (cell === '' || /^n\/a$/i.test(cell)) return NO_VALUE
  const { isNegative, rest } = withoutSigns(cell)
  const { digits, decimals = '' } = AMOUNT.exec(rest)?.groups ?? {}
  if (digits === undefined && decimals === '') return refusalOf(rest)
  const whole = (digits ?? '0').replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (whole.length > MAX_DIGITS) return TOO_LARGE
  const cents = centsOf(whole, decimals)
  if (cents >= MAX_CENTS) return TOO_LARGE
  return `${isNegative ? '-' : ''}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

/** Removes the negative sign and the dollar sign, each at most once. */
function withoutSigns(cell: string): { isNegative: boolean; rest: string } {
  const { inside } = /^\$? ?\((?<inside>[^()]*)\)$/.exec(cell)?.groups ?? {}
  if (inside !== undefined) {
    return { isNegative: true, rest: cell.startsWith('$') ? inside.trim() : withoutDollar(inside.trim()) }
  }
  const { minus = '', rest = '' } = /^(?:(?<minus>-) ?)?(?<rest>.*)$/su.exec(cell)?.groups ?? {}
  const amount = withoutDollar(rest)
  if (minus === '' && rest !== amount && amount.startsWith('-')) {
    return { isNegative: true, rest: amount.slice(1) }
  }
  return { isNegative: minus !== '', rest: amount }
}

function withoutDollar(text: string): string {
  return text.replace(/^\$ ?/, '')
}

function centsOf(whole: string, decimals: string): bigint {
  const rounding = (decimals[2] ?? '0') >= '5' ? 1n : 0n
  return BigInt(whole + decimals.slice(0, 2).padEnd(2, '0')) + rounding
}

function refusalOf(amount: string): CellFault {
  if (/^[\d.,]+e[+-]?\d+$/i.test(amount)) return SCIENTIFIC
  return /^[\d.]+,\d*$/.test(amount) ? DECIMAL_COMMA : NO_AMOUNT
}
