import { useEffect, useRef, useState, type CSSProperties, type Key, type ReactNode } from 'react'
import { ColumnHeading, type ColumnSort } from './column-heading.tsx'
import { RowControls } from './row-controls.ts'
import { moveByKey, moveInHeadByKey } from './row-place.ts'
import { rowEvents, type RowPress } from './row-events.ts'
import table from './data-table.module.css'
import cards from './data-table.cards.module.css'
import lines from './data-table.lines.module.css'
import shortCards from './data-table.short-cards.module.css'
import paper from './data-table.paper.module.css'

const PARTS = ['frame', 'table', 'columns', 'head', 'heading', 'body', 'row', 'cell'] as const

type Classes = Readonly<Record<(typeof PARTS)[number], string>>

/** The class names of each layout; a later style sheet overrides an earlier one. */
const CLASSES = {
  cards: classesOf([table, cards, shortCards, paper]),
  lines: classesOf([table, lines, paper]),
} as const

export type Column<Row> = {
  readonly id: string
  readonly header: string
  /** The header of another column, whose values are below those of this one. Screen readers find it in its own column. */
  readonly headerBelow?: string | undefined
  /** A check box before the content of each cell, and one before the header. Neither is a part of the cell's name. */
  readonly box?: (row: Row) => ReactNode
  readonly headingBox?: ReactNode
  /** The name of a cell with a box; not set if its content is the name. */
  readonly cellName?: (row: Row) => string
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
  /** Sorts the rows by the column. */
  readonly sort?: ColumnSort | undefined
  /** Called with a width in pixels once the edge of the heading was dragged. */
  readonly onResize?: ((width: number) => void) | undefined
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
  readonly onRowClick?: (row: Row, press: RowPress) => void
  /**
   * Names a row. If it is set, each row takes the focus and Tab reaches only one of them: arrows move between rows and
   * into a row, and Enter does the same as a click.
   */
  readonly nameOf?: (row: Row) => string
  /** In a narrow window: cards, or lines that the screen lays out. */
  readonly narrow?: keyof typeof CLASSES
  readonly className?: string | undefined
  /** A CSS length. In a narrower window the table scrolls sideways. */
  readonly minWidth?: string | undefined
  /** Whether the rows have a further line for the hits of a search. */
  readonly hasHits?: boolean
}

/** A dense table that turns into cards, or lines, on phones. */
export function DataTable<Row>(props: Props<Row>) {
  const {
    caption,
    columns,
    rows,
    isStale = false,
    narrow = 'cards',
    className,
    hasHits = false,
    minWidth,
  } = props
  const isFixed = columns.some(({ width }) => width !== undefined)
  const classes = CLASSES[narrow]
  return (
    <div
      className={[classes.frame, className].filter(Boolean).join(' ')}
      data-fixed={isFixed || undefined}
      data-hits={hasHits || undefined}
      data-scrolls={minWidth !== undefined || undefined}
    >
      <table
        className={classes.table}
        style={{ '--table-min': minWidth } as CSSProperties}
        aria-busy={isStale}
        data-dimmed={isStale || undefined}
      >
        <caption className="for-screen-readers">{caption}</caption>
        <colgroup className={classes.columns}>
          {columns.map(({ id, width }) => (
            <col key={id} style={width ? { width } : undefined} />
          ))}
        </colgroup>
        <Head columns={columns} classes={classes} />
        <Body {...props} rows={rows} classes={classes} isFixed={isFixed} />
      </table>
    </div>
  )
}

type HeadProps<Row> = Pick<Props<Row>, 'columns'> & { readonly classes: Classes }

function Head<Row>({ columns, classes }: HeadProps<Row>) {
  const head = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const { current: listening } = head
    listening?.addEventListener('keydown', moveInHeadByKey)
    return () => listening?.removeEventListener('keydown', moveInHeadByKey)
  }, [])
  const first = columns.find(({ sort }) => sort !== undefined)
  return (
    <thead ref={head} className={classes.head}>
      <tr>
        {columns.map((column) => (
          <ColumnHeading
            key={column.id}
            className={classes.heading}
            column={column}
            isStop={column === first}
          />
        ))}
      </tr>
    </thead>
  )
}

type BodyProps<Row> = Props<Row> & { readonly classes: Classes; readonly isFixed: boolean }

function Body<Row>(props: BodyProps<Row>) {
  const { columns, rows, keyOf, isMarked, isCurrent, onRowClick, nameOf, classes, isFixed } = props
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const { current: listening } = body
    listening?.addEventListener('keydown', moveByKey)
    return () => listening?.removeEventListener('keydown', moveByKey)
  }, [])
  const current = isCurrent && rows.find(isCurrent)
  const stop = useRowStop({ keys: rows.map(keyOf), current: current && keyOf(current) })
  const stopOf = (row: Row) =>
    nameOf && { tabIndex: keyOf(row) === stop.key ? 0 : -1, 'aria-label': nameOf(row) }
  return (
    <RowControls value={nameOf && -1}>
      <tbody ref={body} className={classes.body}>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            data-key={keyOf(row)}
            className={classes.row}
            data-marked={isMarked?.(row) || undefined}
            data-current={isCurrent?.(row) || undefined}
            aria-current={isCurrent?.(row) || undefined}
            {...stopOf(row)}
            {...rowEvents({
              onOpen: onRowClick && ((press) => onRowClick(row, press)),
              onFocus: nameOf && (() => stop.note(keyOf(row))),
            })}
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} isFixed={isFixed} className={classes.cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </RowControls>
  )
}

/** An unbroken string that is too wide for a column on paper, such as a file name. */
const UNBROKEN = /[^\s-]{25}/u

type CellProps<Row> = {
  readonly column: Column<Row>
  readonly row: Row
  readonly isFixed: boolean
  readonly className: string
}

function Cell<Row>({ column, row, isFixed, className }: CellProps<Row>) {
  const { id, header, align, isNoWrap = false, isRowHeader = false, isBadge, isForScreen, cell, box } = column
  const title = column.title?.(row)
  const others = {
    className,
    title,
    'data-column': id,
    'data-label': header,
    'data-align': align,
    'data-nowrap': isNoWrap || undefined,
    'data-badge': isBadge,
    'data-unbroken': UNBROKEN.test(title ?? '') || undefined,
    'data-screen': isForScreen,
    ...(box && { 'data-boxed': true, 'aria-label': column.cellName?.(row) }),
    // The column without a set width gets the remaining width, for the longest text.
    'data-long': (isFixed && column.width === undefined) || undefined,
  }
  return isRowHeader ? (
    <th scope="row" {...others}>
      {box?.(row)}
      {cell(row)}
    </th>
  ) : (
    <td {...others}>
      {box?.(row)}
      {cell(row)}
    </td>
  )
}

function classesOf(sheets: readonly Readonly<Record<string, string>>[]): Classes {
  const namesOf = (part: string) => sheets.flatMap((sheet) => sheet[part] ?? []).join(' ')
  return Object.fromEntries(PARTS.map((part) => [part, namesOf(part)])) as Classes
}

type StopOptions = {
  readonly keys: readonly Key[]
  /** The row that is shown beside the table. */
  readonly current: Key | undefined
}

/**
 * The one row of a table that Tab reaches: the last one with the focus, or else the current one, or else the first. A row
 * that becomes the current one is reached from then on.
 */
function useRowStop({ keys, current }: StopOptions) {
  const [last, setLast] = useState<{ readonly key: Key | undefined; readonly current: Key | undefined }>({
    key: current,
    current,
  })
  if (last.current !== current) setLast({ key: current ?? last.key, current })
  const { key } = last
  return {
    key: key !== undefined && keys.includes(key) ? key : keys[0],
    note: (focused: Key) => setLast({ key: focused, current }),
  }
}
