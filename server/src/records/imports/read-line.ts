import { CommandError } from '../../engines/commands/command.ts'
import type { Header } from './header.ts'
import type { FileRecord } from './record-reader.ts'

/** A rejected line: where it begins, the name of the bad column, and the reason. */
export type RefusedLine = { readonly line: number; readonly column: string; readonly reason: string }

export type LineResult =
  | { readonly kind: 'blank' }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'good'; readonly values: readonly (string | null)[] }
  /** `key` is the line's number, if that could be read. */
  | { readonly kind: 'refused'; readonly refused: RefusedLine; readonly key: string | null }

type LineContext = {
  readonly header: Header
  /** The county's number in the state, if it has one. */
  readonly countyNumber: string | null
  readonly year: number | null
  readonly path: string
}

const BLANK: LineResult = { kind: 'blank' }
const SKIPPED: LineResult = { kind: 'skipped' }

/**
 * Reads the lines below the header one by one. Lines of another county or year are skipped. The reader throws
 * CommandError if a file names several counties while ours has no number, because our lines cannot be identified.
 */
export function createLineReader(expected: LineContext): (record: FileRecord) => LineResult {
  const { header, year, path } = expected
  let countyNumber = expected.countyNumber

  const isOfCounty = (cell: string): boolean => {
    const named = countyNumberOf(cell)
    if (expected.countyNumber === null && named !== '') {
      countyNumber ??= named
      if (named !== countyNumber) {
        throw new CommandError(
          `${path} names more than one county. Give this county its number first: county set --county N --number NNN.`,
        )
      }
    }
    return expected.countyNumber === null || named === countyNumber
  }

  return (record) => {
    const { cells, line, fault } = record
    if (fault !== undefined) return refusedAt(record, { at: cells.length, reason: fault })
    if (cells.every((cell) => cell.trim() === '')) return BLANK
    const excess = cells.slice(header.names.length).some((cell) => cell.trim() !== '')
    if (excess) return refusedAt(record, { at: header.names.length - 1, reason: excessOf(cells.length) })
    if (header.countyAt !== null && !isOfCounty(cellAt(cells, header.countyAt))) return SKIPPED
    if (header.yearAt !== null && year !== null && cellAt(cells, header.yearAt) !== String(year))
      return SKIPPED
    return readValues(cells, line)
  }

  function readValues(cells: readonly string[], line: number): LineResult {
    const values: (string | null)[] = []
    for (const { column, at } of header.columns) {
      const value = at === null ? null : cells[at] === undefined ? MISSING : column.read(cells[at].trim())
      if (value !== null && typeof value !== 'string') {
        return {
          kind: 'refused',
          refused: { line, column: column.header, reason: value.reason },
          key: keyOf(cells),
        }
      }
      values.push(value)
    }
    return { kind: 'good', values }
  }

  function excessOf(count: number): string {
    return `is followed by more cells: the line has ${count}, the first line ${header.names.length}`
  }

  function refusedAt(
    { line, cells }: FileRecord,
    { at, reason }: { at: number; reason: string },
  ): LineResult {
    const column = header.names[at] ?? header.names.at(-1) ?? ''
    return { kind: 'refused', refused: { line, column, reason }, key: keyOf(cells) }
  }

  function keyOf(cells: readonly string[]): string | null {
    const [key] = header.columns
    const value = key.at === null ? null : key.column.read(cellAt(cells, key.at))
    return typeof value === 'string' ? value : null
  }
}

const MISSING = { reason: 'is missing: the line ends before it' }

function cellAt(cells: readonly string[], at: number): string {
  return (cells[at] ?? '').trim()
}

/** Spreadsheets drop leading zeros. */
function countyNumberOf(cell: string): string {
  return /^\d{1,2}$/.test(cell) ? cell.padStart(3, '0') : cell
}
