import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLine, csvText, LINE_END } from '../http/csv.ts'
import { headingOf, type Cell, type CellKind, type ExportTable } from './export-table.ts'
import { localMoments } from './local-moment.ts'

const BUFFERED_BYTES = 65_536

/** A table as CSV (RFC 4180) in UTF-8. Texts that a spreadsheet would run as formulas begin with an apostrophe. */
export function csvTable(table: ExportTable): Readable {
  return Readable.from(linesOf(table), { objectMode: false, highWaterMark: BUFFERED_BYTES })
}

async function* linesOf({ columns, timeZone, portions }: ExportTable): AsyncGenerator<string> {
  const local = localMoments(timeZone)
  const textOf = (cell: Cell, kind: CellKind): string => {
    if (cell === null) return ''
    if (kind === 'moment') return local(String(cell))
    if (kind === 'amount') return Number(cell).toFixed(2)
    return kind === 'text' ? csvText(String(cell)) : String(cell)
  }
  const kinds = columns.map(({ kind }) => kind)
  yield BYTE_ORDER_MARK + csvLine(columns.map((column) => headingOf(column, timeZone)))
  for await (const rows of portions) {
    let text = ''
    for (const row of rows)
      text += kinds.map((kind, at) => textOf(row[at] ?? null, kind)).join(',') + LINE_END
    yield text
  }
}
