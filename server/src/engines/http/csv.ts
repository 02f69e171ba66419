/** Without it, spreadsheets assume an old encoding of their own. */
export const BYTE_ORDER_MARK = '\uFEFF'
export const LINE_END = '\r\n'

/** A line of a CSV file (RFC 4180) from text cells. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvText).join(',') + LINE_END
}

/** A text as a cell of a line. */
export function csvText(text: string): string {
  const safe = withoutFormula(text)
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Puts an apostrophe before a text that begins like a formula, even in fullwidth characters: a spreadsheet would run
 * it.
 */
export function withoutFormula(text: string): string {
  return /^[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text
}
