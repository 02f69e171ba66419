import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { memo, useRef, type CSSProperties, type Key } from 'react'
import type { Column } from './data-table.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'
import classes from './virtual-table.module.css'

/** Pixels of the headings plus the edges of the box. */
const HEADINGS_HEIGHT_PX = 48

/** The heading row is the first row for screen readers, which count from 1. */
const FIRST_ROW_INDEX = 2

type Sort = {
  /** The id of a column. */
  readonly by: string
  readonly isDescending: boolean
  readonly onPress: (id: string) => void
}

type Props<Row> = {
  readonly caption: string
  /** Columns with grid track widths. Keep the same object while the cells stay the same: a new one re-renders rows. */
  readonly columns: readonly Column<Row>[]
  readonly rows: ArrayLike<Row>
  readonly keyOf: (row: Row) => Key
  readonly isStale: boolean
  /** The ids of the columns that can sort the table. */
  readonly sortable: ReadonlySet<string>
  readonly sort: Sort
  /** Pixels of a line, or of a card with the gap above it. */
  readonly rowHeight: number
  /** Identifies the shown list; a different list starts at its top. */
  readonly list: string
  /** Renders all rows, for printing. */
  readonly isWhole: boolean
}

/** A table of any length that draws only the visible rows. On phones each row is a card of a fixed height. */
export function VirtualTable<Row>({ caption, columns, rows, keyOf, isStale, ...others }: Props<Row>) {
  const { sortable, sort, rowHeight, list, isWhole } = others
  const box = useRef<HTMLTableElement>(null)
  const drawn = useVirtualRows({ count: rows.length, rowHeight, list, isWhole, box })
  const style = {
    '--content': `${HEADINGS_HEIGHT_PX + drawn.height}px`,
    '--row-height': `${rowHeight}px`,
    '--tracks': columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' '),
  } as CSSProperties
  return (
    <table
      ref={box}
      aria-label={caption}
      aria-rowcount={rows.length + 1}
      aria-busy={isStale}
      className={classes.box}
      style={style}
      onScroll={drawn.onScroll}
    >
      <Headings columns={columns} sortable={sortable} sort={sort} />
      <tbody className={classes.rows} style={{ height: drawn.height }}>
        {drawn.rows.map((at) => {
          const row = rows[at]
          return (
            row !== undefined && (
              <VirtualRow key={keyOf(row)} columns={columns} row={row} at={at} top={drawn.topOf(at)} />
            )
          )
        })}
      </tbody>
    </table>
  )
}

type RowProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  /** The row's index, from 0, and its pixels from the top of the rows. */
  readonly at: number
  readonly top: number
}

function RowInPlace<Row>({ columns, row, at, top }: RowProps<Row>) {
  return (
    <tr
      aria-rowindex={at + FIRST_ROW_INDEX}
      data-at={at}
      className={classes.row}
      data-odd={at % 2 === 1 || undefined}
      style={{ top }}
    >
      {columns.map(({ id, header, align, isRowHeader, cell, title }) => {
        const Cell = isRowHeader ? 'th' : 'td'
        return (
          <Cell
            key={id}
            className={classes.cell}
            data-label={header}
            data-align={align}
            {...(isRowHeader && { scope: 'row' })}
          >
            {title ? (
              <span className={classes.text} title={title(row)}>
                {cell(row)}
              </span>
            ) : (
              cell(row)
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

const VirtualRow = memo(RowInPlace) as typeof RowInPlace

function Headings<Row>({ columns, sortable, sort }: Pick<Props<Row>, 'columns' | 'sortable' | 'sort'>) {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.headRow}>
        {columns.map(({ id, header, align }) =>
          sortable.has(id) ? (
            <th
              key={id}
              scope="col"
              className={classes.heading}
              data-align={align}
              data-sortable
              aria-sort={directionOf(sort, id)}
            >
              <button type="button" className={classes.sort} onClick={() => sort.onPress(id)}>
                {header}
                <SortIcon direction={directionOf(sort, id)} />
              </button>
            </th>
          ) : (
            <th key={id} scope="col" className={classes.heading} data-align={align}>
              {header}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

type Direction = 'ascending' | 'descending' | 'none'

function directionOf({ by, isDescending }: Sort, id: string): Direction {
  if (by !== id) return 'none'
  return isDescending ? 'descending' : 'ascending'
}

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

function SortIcon({ direction }: { readonly direction: Direction }) {
  const Icon = ICONS[direction]
  return <Icon aria-hidden size={15} className={classes.sortIcon} data-direction={direction} />
}
