import { CommandError } from '../../engines/commands/command.ts'
import type { Column, ImportKind } from './import-kind.ts'

type ColumnPlace = { readonly column: Column; readonly at: number | null }

/** Columns that name the county and year of a line. */
const COUNTY = 'CountyNo'
const YEAR = 'AppraisalYear'

export type Delimiter = ',' | '\t' | ';'

/** A first line that Excel writes and reads. It names the delimiter. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?\r?\n/i

export type Header = {
  readonly names: readonly string[]
  /** The kind's columns with their positions in a line; null for a column that the file lacks. */
  readonly columns: readonly [key: ColumnPlace, ...ColumnPlace[]]
  readonly countyAt: number | null
  readonly yearAt: number | null
}

/** The delimiter in the first line, as in `sep=;`. Otherwise comma or tab, whichever finds more known column names. */
export function delimiterOf(beginning: string, kind: ImportKind): Delimiter {
  const named = SEPARATOR_LINE.exec(beginning)?.[1]
  if (named !== undefined) return named as Delimiter
  const firstLine = beginning.trimStart().split('\n', 1)[0] ?? ''
  const known = new Set([...kind.columns.map(({ header }) => header), COUNTY, YEAR])
  const count = (delimiter: Delimiter) =>
    firstLine.split(delimiter).filter((name) => known.has(name.trim().replace(/^"(.*)"$/, '$1'))).length
  return count('\t') > count(',') ? '\t' : ','
}

/** Whether the first line of a file is `sep=` with a delimiter, instead of column names. */
export function namesDelimiter([first = '']: readonly string[]): boolean {
  return /^"?sep=[,;\t]?"?$/i.test(first.trim())
}

/**
 * Finds the columns in the first line.
 * @throws CommandError with one line if a column is missing or duplicated.
 */
export function readHeader(
  cells: readonly string[],
  { kind, path }: { kind: ImportKind; path: string },
): Header {
  const names = cells.map((cell) => cell.trim())
  const placeOf = (header: string): number | null => {
    const at = names.indexOf(header)
    if (at !== names.lastIndexOf(header)) {
      throw new CommandError(`${path} has the column ${header} more than once.`)
    }
    return at === -1 ? null : at
  }
  const placed = (column: Column): ColumnPlace => ({ column, at: placeOf(column.header) })
  const [key, ...others] = kind.columns
  const columns: Header['columns'] = [placed(key), ...others.map(placed)]
  const missing = columns.filter(({ column, at }) => column.isRequired && at === null)
  if (missing.length > 0) {
    const list = missing.map(({ column }) => column.header).join(', ')
    throw new CommandError(
      `${path} lacks the column${missing.length > 1 ? 's' : ''} ${list}; its first line must name the columns, with commas or tabs between them.`,
    )
  }
  return { names, columns, countyAt: placeOf(COUNTY), yearAt: placeOf(YEAR) }
}
