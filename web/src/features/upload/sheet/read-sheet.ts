/** A non-empty line of a spreadsheet. */
export type SheetRow = {
  /** From 1, counting headings and empty lines, as spreadsheets number them. */
  readonly line: number
  /** Trimmed. */
  readonly cells: readonly string[]
}

/** A character that no text contains, which turns off quoting. */
const UNQUOTED = '\0'

/** Reads lines with a tab, comma or semicolon between the cells, as spreadsheets copy and save them. */
export async function parseSheet(text: string): Promise<readonly SheetRow[]> {
  const { default: papa } = await import('papaparse')
  const options = { delimiter: text.includes('\t') ? '\t' : '', delimitersToGuess: [',', ';', '|'] }
  const quoted = papa.parse<readonly string[]>(text, options)
  const isMisread = quoted.errors.some(({ type }) => type === 'Quotes')
  // A cell that merely starts with a quotation mark would swallow the following lines.
  const { data } = isMisread
    ? papa.parse<readonly string[]>(text, { ...options, quoteChar: UNQUOTED })
    : quoted
  return data
    .map((cells, at) => ({ line: at + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some(Boolean))
}

/** Decodes a file saved by a spreadsheet: UTF-8, UTF-16 with its byte order mark, else Windows-1252. */
export function decodeSheet(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
