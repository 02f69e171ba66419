import { headingOf, type Cell, type CellKind, type ExportTable } from './export-table.ts'
import { localMoments } from './local-moment.ts'
import { sheetText } from './sheet-text.ts'
import { STYLES } from './xlsx-parts.ts'

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** Rows of a sheet without its headings: a sheet has 1,048,576. */
export const MAX_SHEET_ROWS = 1_048_575

const DAY_MS = 86_400_000
/** 1970-01-01 as spreadsheets count days. */
const EPOCH_DAY = 25_569
/** 1900-03-01. Spreadsheets count a February 29 in 1900, which did not exist, so they disagree about earlier days. */
const FIRST_DAY = 61

const WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 26,
  integer: 14,
  amount: 16,
  date: 13,
  moment: 21,
}

/** Reads the portions of a table row by row, for one sheet after the other. */
export class RowReader {
  readonly #portions: AsyncIterator<readonly (readonly Cell[])[]>
  #rows: readonly (readonly Cell[])[] = []

  constructor({ portions }: Pick<ExportTable, 'portions'>) {
    this.#portions = portions[Symbol.asyncIterator]()
  }

  /** At most so many of the next rows; none at the end. */
  async take(most: number): Promise<readonly (readonly Cell[])[]> {
    while (this.#rows.length === 0) {
      const next = await this.#portions.next()
      if (next.done === true) return []
      this.#rows = next.value
    }
    const taken = this.#rows.slice(0, most)
    this.#rows = this.#rows.slice(taken.length)
    return taken
  }

  async hasMore(): Promise<boolean> {
    const rows = await this.take(Infinity)
    this.#rows = rows
    return rows.length > 0
  }

  /** Ends the reading of portions, wherever it is. */
  async close(): Promise<void> {
    await this.#portions.return?.()
  }
}

type Layout = Pick<ExportTable, 'columns' | 'timeZone'> & {
  readonly maxRows: number
  /** Called with the cells of the table, such as `$A$1:$E$13`. */
  readonly onWritten: (cells: string) => void
}

/** The XML of a sheet with frozen headings, in pieces. It takes at most `maxRows` rows. */
export async function* sheetOf(
  { columns, timeZone, maxRows, onWritten }: Layout,
  reader: RowReader,
): AsyncGenerator<string> {
  const write = rowWriter(columns, timeZone)
  yield headOf(columns)
  const headings = columns.map((column, at) =>
    inlineText(headingOf(column, timeZone), { place: `${letters(at)}1`, style: STYLES.heading }),
  )
  yield `<sheetData><row r="1">${headings.join('')}</row>`
  let written = 0
  while (written < maxRows) {
    const rows = await reader.take(maxRows - written)
    if (rows.length === 0) break
    let xml = ''
    for (const row of rows) xml += write(row, ++written + 1)
    yield xml
  }
  const last = letters(columns.length - 1)
  yield `</sheetData><autoFilter ref="A1:${last}${written + 1}"/></worksheet>`
  onWritten(`$A$1:$${last}$${written + 1}`)
}

function headOf(columns: ExportTable['columns']): string {
  const widths = columns.map(
    ({ kind, width = WIDTHS[kind] }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols>`
}

type CellFormat = { readonly place: string; readonly style: number }

function inlineText(text: string, { place, style }: CellFormat): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`
}

type WriteRow = (row: readonly Cell[], number: number) => string

function rowWriter(columns: ExportTable['columns'], timeZone: string): WriteRow {
  const local = localMoments(timeZone)
  const layout = columns.map(({ kind }, at) => ({ kind, letter: letters(at) }))
  const cellOf = (cell: Cell, kind: CellKind, place: string): string => {
    if (cell === null || cell === '') return ''
    if (kind === 'text') return inlineText(String(cell), { place, style: STYLES.text })
    if (kind === 'integer' || kind === 'amount')
      return `<c r="${place}" s="${STYLES[kind]}"><v>${Number(cell)}</v></c>`
    const text = kind === 'moment' ? local(String(cell)) : String(cell)
    const day = sheetDay(text)
    if (day === null) return inlineText(text, { place, style: STYLES.text })
    return `<c r="${place}" s="${STYLES[kind]}"><v>${day}</v></c>`
  }
  return (row, number) => {
    let cells = ''
    for (const [at, { kind, letter }] of layout.entries())
      cells += cellOf(row[at] ?? null, kind, `${letter}${number}`)
    return `<row r="${number}">${cells}</row>`
  }
}

/**
 * The number of a local time, `YYYY-MM-DD` with or without ` HH:MM:SS`, as spreadsheets count days; null if they cannot
 * have it.
 */
function sheetDay(local: string): number | null {
  const at = Date.parse(`${local.replace(' ', 'T')}${local.length > 10 ? 'Z' : ''}`)
  const day = at / DAY_MS + EPOCH_DAY
  return day >= FIRST_DAY ? day : null
}

/** The letters of a column, counted from 0: A to Z, then AA. */
function letters(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? letters(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** A sheet of labels and texts about the file. */
export function aboutSheet(lines: ReturnType<ExportTable['about']>): string {
  const rows = lines.map(([label, text], at) => {
    const cells = [
      inlineText(label, { place: `A${at + 1}`, style: STYLES.heading }),
      inlineText(text, { place: `B${at + 1}`, style: STYLES.text }),
    ]
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${NAMESPACE}"><cols><col min="1" max="1" width="18" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`
}
