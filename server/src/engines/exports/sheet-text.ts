import { withoutFormula } from '../http/csv.ts'

/** UTF-16 units. Spreadsheets refuse a file with a longer text. */
const MAX_TEXT = 32_767

/** Characters that XML does not allow, and half of a pair. */
const NOT_IN_XML =
  // oxlint-disable-next-line no-control-regex -- They are what it removes.
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
/** A text that a spreadsheet would read as such a character. */
const LIKE_ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g
const MARKUP = /[&<>]/g
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * A text as the content of an XML element of a spreadsheet: characters that XML forbids become `_xHHHH_` (ISO/IEC
 * 29500, ST_Xstring).
 */
export function sheetXml(text: string): string {
  return text
    .replaceAll(LIKE_ESCAPE, '_x005F_')
    .replaceAll(MARKUP, (sign) => ENTITIES[sign] ?? '')
    .replaceAll(NOT_IN_XML, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
}

/**
 * A text as a cell: no formula, with line feeds as the only line ends, and with an ellipsis if it is longer than a cell
 * may be.
 */
export function sheetText(text: string): string {
  const safe = withoutFormula(text).replaceAll(/\r\n?/g, '\n')
  return sheetXml(safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT - 1)}…` : safe)
}
