import { useEffect, useRef, type Key, type ReactNode } from 'react'
import { moveByKey } from './row-place.ts'
import table from './data-table.module.css'
import cards from './data-table.cards.module.css'
import shortCards from './data-table.short-cards.module.css'
import paper from './data-table.paper.module.css'

const CLASSES = {
  frame: classesOf('frame'),
  table: classesOf('table'),
  columns: classesOf('columns'),
  head: classesOf('head'),
  heading: classesOf('heading'),
  body: classesOf('body'),
  row: classesOf('row'),
  cell: classesOf('cell'),
} as const

export type Column<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'start' | 'center' | 'end'
  /** Keeps short things, ids and dates, on one line. */
  readonly isNoWrap?: boolean
  /** Names the row: the cell is read before the others. */
  readonly isRowHeader?: boolean
  /** Needs no label, such as a badge: a card shows it in one line with the buttons behind it. */
  readonly isBadge?: boolean
  /** Holds what can only be pressed, which paper leaves out. */
  readonly isForScreen?: boolean
  /** The whole text of the cell, for where it is cut. */
  readonly title?: (row: Row) => string
  /** A CSS length. Where columns name theirs, the table keeps them whatever its rows hold, and rows are one line high. */
  readonly width?: string
}

type Props<Row> = {
  /** Names the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => Key
  /** Rows that stand out from the others. */
  readonly isMarked?: (row: Row) => boolean
  /** The rows are those of an older page while new ones are on their way. */
  readonly isStale?: boolean
}

/** A dense table that turns into cards on phones. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isMarked, isStale = false }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const { current: listening } = body
    listening?.addEventListener('keydown', moveByKey)
    return () => listening?.removeEventListener('keydown', moveByKey)
  }, [])
  const isFixed = columns.some(({ width }) => width !== undefined)
  return (
    <div className={CLASSES.frame} data-fixed={isFixed || undefined}>
      <table className={CLASSES.table} aria-busy={isStale} data-dimmed={isStale || undefined}>
        <caption className="for-screen-readers">{caption}</caption>
        <colgroup className={CLASSES.columns}>
          {columns.map(({ id, width }) => (
            <col key={id} style={width ? { width } : undefined} />
          ))}
        </colgroup>
        <thead className={CLASSES.head}>
          <tr>
            {columns.map(({ id, header, align, isForScreen }) => (
              <th
                key={id}
                scope="col"
                className={CLASSES.heading}
                data-align={align}
                data-screen={isForScreen}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} className={CLASSES.body}>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              data-key={keyOf(row)}
              className={CLASSES.row}
              data-marked={isMarked?.(row) || undefined}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} isFixed={isFixed} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A string that is wider than its column on paper should be, such as a name of a file. */
const UNBROKEN = /[^\s-]{25}/u

type CellProps<Row> = { readonly column: Column<Row>; readonly row: Row; readonly isFixed: boolean }

function Cell<Row>({ column, row, isFixed }: CellProps<Row>) {
  const { header, align, isNoWrap = false, isRowHeader = false, isBadge, isForScreen, cell } = column
  const title = column.title?.(row)
  const others = {
    className: CLASSES.cell,
    title,
    'data-label': header,
    'data-align': align,
    'data-nowrap': isNoWrap || undefined,
    'data-badge': isBadge,
    'data-unbroken': UNBROKEN.test(title ?? '') || undefined,
    'data-screen': isForScreen,
    // What is left of the width is the longest text's.
    'data-long': (isFixed && column.width === undefined) || undefined,
  }
  return isRowHeader ? (
    <th scope="row" {...others}>
      {cell(row)}
    </th>
  ) : (
    <td {...others}>{cell(row)}</td>
  )
}

/** The names that a part of the table has in each of its looks; a later look overrides an earlier one. */
function classesOf(part: string): string {
  return [table, cards, shortCards, paper]
    .map((look) => look[part])
    .filter((name) => name !== undefined)
    .join(' ')
}
