import { textAt, type OwnerRoll } from '../roll/owner-roll.ts'
import type { OwnerView } from '../roll/owner-view.ts'

const HEADER = ['Owner Name', 'CAD Owner ID', 'Agent Name', 'Current Value', 'Prior Value']
/** Without it, spreadsheets assume an old encoding of their own. */
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** What the export reads of a roll. */
export type CsvSource = Pick<OwnerRoll, 'names' | 'cadIds' | 'agents' | 'currentValues' | 'priorValues'>

/** The rows as CSV (specification, section 9), in pieces of some thousand rows; the share written so far with each. */
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

/** A spreadsheet would run a text that begins like a formula, in wide letters too, so an apostrophe goes before it. */
function textCell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A plain number with 2 decimals, which a spreadsheet can calculate with; empty where there is no value. */
function valueCell(value = Number.NaN): string {
  return Number.isNaN(value) ? '' : value.toFixed(2)
}

/** The name of the file; characters that file systems refuse become `_`. */
export function csvFileName(county: string | number, year: number): string {
  return `owner-details_${String(county).replaceAll(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, '_')}_${year}.csv`
}
