/** Without it, spreadsheets assume an old encoding of their own. */
export const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** A line of a CSV file (RFC 4180) from text cells. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(textCell).join(',') + LINE_END
}

/**
 * Puts an apostrophe before a text that begins like a formula, even in fullwidth characters: a spreadsheet would run
 * it.
 */
function textCell(text: string): string {
  const safe = /^[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
