import { textAt, type OwnerRoll } from '../roll/owner-roll.ts'
import type { OwnerView } from '../roll/owner-view.ts'

const HEADER = ['Owner Name', 'CAD Owner ID', 'Agent Name', 'Current Value', 'Prior Value']
/** Without it, spreadsheets assume a legacy encoding. */
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** The columns of a roll that the export needs. */
export type CsvSource = Pick<OwnerRoll, 'names' | 'cadIds' | 'agents' | 'currentValues' | 'priorValues'>

/** The rows as CSV (specification, section 9), in chunks of some thousand rows, each with the share written so far. */
export function* csvOf(
  source: CsvSource,
  view: OwnerView,
  rowsInPiece = 10_000,
): Generator<{ text: string; share: number }> {
  yield { text: BYTE_ORDER_MARK + lineOf(HEADER), share: 0 }
  for (let first = 0; first < view.length; first += rowsInPiece) {
    const rows = view.subarray(first, first + rowsInPiece)
    let text = ''
    for (const row of rows) text += lineOf(cellsOf(source, row))
    yield { text, share: (first + rows.length) / view.length }
  }
}

function cellsOf({ names, cadIds, agents, currentValues, priorValues }: CsvSource, row: number): string[] {
  return [
    textCell(textAt(names, row)),
    textCell(textAt(cadIds, row)),
    textCell(textAt(agents, row)),
    valueCell(currentValues[row]),
    valueCell(priorValues[row]),
  ]
}

function lineOf(cells: readonly string[]): string {
  return cells.join(',') + LINE_END
}

/**
 * Prefixes an apostrophe to a text that starts like a formula, including full-width characters, because a spreadsheet
 * would run it.
 */
function textCell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A plain number with 2 decimals, for calculations in a spreadsheet; empty if there is no value. */
function valueCell(value = Number.NaN): string {
  return Number.isNaN(value) ? '' : value.toFixed(2)
}

/** The file's name; characters that file systems reject become `_`. */
export function csvFileName(county: string | number, year: number): string {
  return `owner-details_${String(county).replaceAll(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, '_')}_${year}.csv`
}
