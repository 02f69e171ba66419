import type { ReadCell, Refusal } from './roll.ts'

const LARGEST_NUMBER = 2_147_483_647
/** Code points; longer ones would not fit into an index. */
const LONGEST_TEXT = 500

const BLANK: Refusal = { reason: 'is blank' }
const NO_NUMBER: Refusal = { reason: 'is not a whole number from 1 to 2147483647' }
const TOO_LONG: Refusal = { reason: `is longer than ${LONGEST_TEXT} characters` }
const NOT_TEXT: Refusal = { reason: 'holds a character that is no text' }

/** A party's or an agent's number: whole, from 1, zeros before it allowed. */
export const readNumber: ReadCell = (cell) => {
  if (cell === '') return BLANK
  if (!/^\d{1,20}$/.test(cell)) return NO_NUMBER
  const number = Number(cell)
  return number >= 1 && number <= LARGEST_NUMBER ? String(number) : NO_NUMBER
}

/** Text that may be blank. */
export const readText: ReadCell = (cell) => {
  // A code point has one or two units; to count them costs more than to look at the length.
  if (cell.length > LONGEST_TEXT && Array.from(cell).length > LONGEST_TEXT) return TOO_LONG
  return cell.includes('\0') ? NOT_TEXT : cell
}

/** Text that must not be blank. */
export const readRequiredText: ReadCell = (cell) => (cell === '' ? BLANK : readText(cell))
