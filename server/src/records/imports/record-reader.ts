import type { Delimiter } from './header.ts'

/** One record of a file: its cells as written, without quotes. */
export type FileRecord = {
  /**
   * Numbered like spreadsheet rows: the file's first line is 1, and a line break in quotes does not start a new row.
   */
  readonly line: number
  readonly cells: readonly string[]
  /** Set if the cells cannot be separated: the problem in the cell after those in `cells`. */
  readonly fault?: string
}

export type RecordReader = {
  /** Returns the records that this text completes. */
  push(text: string): FileRecord[]
  /** Returns the last record, if no line end follows it. */
  end(): FileRecord[]
}

/** In characters; no exported record is longer. A longer one has an unclosed quote. */
const MAX_RECORD_CHARACTERS = 65_536

const NOT_CLOSED = 'has a quote that is not closed'
const TEXT_AFTER_QUOTE = 'has text after its closing quote; a quote within a quoted cell is written twice'

type ScanResult = { cells: string[]; end: number; fault?: string }

/**
 * Splits text into values separated by a comma, a tab or a semicolon, chunk by chunk. A record with mismatched quotes
 * loses only its own line: reading continues at the next line.
 * @throws RangeError for a line longer than any exported record.
 */
export function createRecordReader(delimiter: Delimiter): RecordReader {
  let text = ''
  let line = 1

  const read = (isLast: boolean): FileRecord[] => {
    const records: FileRecord[] = []
    let at = 0
    let quote = text.indexOf('"')
    for (;;) {
      const newline = text.indexOf('\n', at)
      const lineEnd = newline === -1 ? text.length : newline
      if (newline === -1 && (!isLast || at >= text.length)) break
      if (quote !== -1 && quote < at) quote = text.indexOf('"', at)
      if (quote === -1 || quote > lineEnd) {
        records.push({ line, cells: withoutReturn(text.slice(at, lineEnd)).split(delimiter) })
        line += 1
        at = lineEnd + 1
      } else {
        const scanned = scan(text, { at, delimiter, isLast })
        if (!scanned) break
        const { cells, end, fault } = scanned
        records.push(fault === undefined ? { line, cells } : { line, cells, fault })
        line += 1
        at = fault === undefined ? end : lineEnd + 1
      }
    }
    text = text.slice(at)
    if (text.length > MAX_RECORD_CHARACTERS && !text.includes('\n')) {
      throw new RangeError(`line ${line} is longer than ${MAX_RECORD_CHARACTERS} characters`)
    }
    return records
  }

  return {
    push(more) {
      text += more
      return read(false)
    },
    end: () => read(true),
  }
}

type Place = { at: number; delimiter: Delimiter; isLast: boolean }

/** The record that starts at `at` and contains quotes; null while more text may complete it. */
function scan(text: string, { at, delimiter, isLast }: Place): ScanResult | null {
  const cells: string[] = []
  let place = at
  for (;;) {
    const cell = text[place] === '"' ? quotedCell(text, place) : plainCell(text, place, delimiter)
    if (cell.end >= text.length && !isLast) {
      return text.length - at > MAX_RECORD_CHARACTERS ? { cells, end: at, fault: NOT_CLOSED } : null
    }
    if (cell.fault !== undefined) return { cells, end: at, fault: cell.fault }
    place = cell.end
    // Blanks between a closing quote and the delimiter or line end do not belong to the cell.
    while (place < text.length && isBlank(text[place]) && text[place] !== delimiter) place += 1
    if (place >= text.length && !isLast) return null
    const isEnd = place >= text.length || text[place] === '\n'
    if (!isEnd && text[place] !== delimiter) return { cells, end: at, fault: TEXT_AFTER_QUOTE }
    cells.push(cell.text)
    place += 1
    if (isEnd) return { cells, end: place }
  }
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r'
}

type Cell = { text: string; end: number; fault?: string }

/** A cell that begins with a quote. `end` is the position after its closing quote. */
function quotedCell(text: string, at: number): Cell {
  let inside = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return { text: inside, end: text.length, fault: NOT_CLOSED }
    const isDoubled = text[quote + 1] === '"'
    inside += text.slice(from, isDoubled ? quote + 1 : quote)
    if (!isDoubled) return { text: inside, end: quote + 1 }
    from = quote + 2
  }
}

/** A cell up to the next delimiter or line end. Quotes inside it are literal. */
function plainCell(text: string, at: number, delimiter: string): Cell {
  let end = at
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
  return { text: withoutReturn(text.slice(at, end)), end }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
