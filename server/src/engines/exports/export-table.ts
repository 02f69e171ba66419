/**
 * The type of a column. `integer`: a whole number, also of bytes. `amount`: with two decimals. `date`: YYYY-MM-DD.
 * `moment`: ISO 8601 in UTC, shown to the second in the zone of the table.
 */
export type CellKind = 'text' | 'integer' | 'amount' | 'date' | 'moment'

/** A value by the type of its column; null for an empty cell. */
export type Cell = string | number | null

export type ExportColumn = {
  readonly title: string
  readonly kind: CellKind
  /** Characters, for formats that have widths; that of its type by default. */
  readonly width?: number
}

/** What a file contains, apart from its rows. */
export type ExportFacts = {
  /** What the rows are, such as Documents. */
  readonly title: string
  /** The moment that the rows are of. */
  readonly at: Date
  /** IANA name of the zone of its moments. */
  readonly timeZone: string
  /** Lines about the file by their labels, such as the filters. Called after the last row. */
  readonly about: () => readonly (readonly [label: string, text: string])[]
}

/** A table that is written as a file. The rows come in portions, each at the speed of the reader. */
export type ExportTable = ExportFacts & {
  readonly columns: readonly ExportColumn[]
  readonly portions: AsyncIterable<readonly (readonly Cell[])[]>
}

/** The heading of a column. That of moments names their zone. */
export function headingOf({ title, kind }: ExportColumn, timeZone: string): string {
  return kind === 'moment' ? `${title} (${timeZone})` : title
}
