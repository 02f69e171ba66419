import { MAX_ID } from '@portal/contract/limits.ts'
import type { ReadCell, CellFault } from './import-kind.ts'

/** In code points. Longer text would not fit into an index. */
const MAX_TEXT_CHARACTERS = 500

const BLANK: CellFault = { reason: 'is blank' }
const NO_NUMBER: CellFault = { reason: `is not a whole number from 1 to ${MAX_ID}` }
const TOO_LONG: CellFault = { reason: `is longer than ${MAX_TEXT_CHARACTERS} characters` }
const NOT_TEXT: CellFault = { reason: 'holds a character that is no text' }

/** The number of a party or an agent: an integer from 1, with leading zeros allowed. */
export const readNumber: ReadCell = (cell) => {
  if (cell === '') return BLANK
  if (!/^\d{1,20}$/.test(cell)) return NO_NUMBER
  const number = Number(cell)
  return number >= 1 && number <= MAX_ID ? String(number) : NO_NUMBER
}

/** Text that may be blank. */
export const readText: ReadCell = (cell) => {
  // A code point has one or two units. Counting them costs more than checking the length.
  if (cell.length > MAX_TEXT_CHARACTERS && Array.from(cell).length > MAX_TEXT_CHARACTERS) return TOO_LONG
  return cell.includes('\0') ? NOT_TEXT : cell
}

/** Text that must not be blank. */
export const readRequiredText: ReadCell = (cell) => (cell === '' ? BLANK : readText(cell))
