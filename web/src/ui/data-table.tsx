import { useEffect, useRef, type Key, type MouseEvent, type ReactNode } from 'react'
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
  /** Keeps short values, such as ids and dates, on one line. */
  readonly isNoWrap?: boolean
  /** Whether the cell names the row, so that screen readers read it before the others. */
  readonly isRowHeader?: boolean
  /** Whether the cell needs no label, such as a badge: a card shows it on one line, followed by the buttons. */
  readonly isBadge?: boolean
  /** Whether the column has only controls to press, which printing leaves out. */
  readonly isForScreen?: boolean
  /** The full text of the cell, in case it is truncated. */
  readonly title?: (row: Row) => string
  /** A CSS length. If columns set it, widths do not depend on the rows' content, and rows are one line high. */
  readonly width?: string
}

type Props<Row> = {
  /** Names the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => Key
  /** Whether to highlight a row. */
  readonly isMarked?: (row: Row) => boolean
  /** Whether the rows are from an older page while new ones are loading. */
  readonly isStale?: boolean
  /** Whether the row is shown beside the table. */
  readonly isCurrent?: (row: Row) => boolean
  /** Called by a click beside the controls of the row. It needs a control for keyboards, too. */
  readonly onRowClick?: (row: Row) => void
}

/** A dense table that turns into cards on phones. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, isMarked, isStale = false, isCurrent, onRowClick } = props
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
              data-current={isCurrent?.(row) || undefined}
              {...(onRowClick && { onClick: (event) => isBesideControls(event) && onRowClick(row) })}
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

const CONTROLS = 'a, button, input, select, label, dialog'

/** False also for the end of a selection of text, and for a click inside a dialog of the row. */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest(CONTROLS) === null && getSelection()?.isCollapsed !== false
}

/** An unbroken string that is too wide for a column on paper, such as a file name. */
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
    // The column without a set width gets the remaining width, for the longest text.
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

/** The class names of a table part in each layout; a later layout overrides an earlier one. */
function classesOf(part: string): string {
  return [table, cards, shortCards, paper]
    .map((look) => look[part])
    .filter((name) => name !== undefined)
    .join(' ')
}
