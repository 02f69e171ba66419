import type { Key, ReactNode } from 'react'
import classes from './data-table.module.css'

export type Column<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'start' | 'center' | 'end'
  /** Keeps short things, ids and dates, on one line. */
  readonly isNoWrap?: boolean
  /** Names the row: the cell is read before the others. */
  readonly isRowHeader?: boolean
  /** CSS width. */
  readonly width?: string
}

type Props<Row> = {
  /** Names the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => Key
  /** The rows are those of an older page while new ones are on their way. */
  readonly isStale?: boolean
}

/** A dense table that turns into cards on phones. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isStale = false }: Props<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-busy={isStale} data-dimmed={isStale || undefined}>
        <caption className="for-screen-readers">{caption}</caption>
        <thead className={classes.head}>
          <tr>
            {columns.map(({ id, header, align, width }) => (
              <th
                key={id}

                scope="col"
                className={classes.heading}
                data-align={align}
                style={width ? { width } : undefined}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body}>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={classes.row}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { header, align, isNoWrap = false, isRowHeader = false, cell } = column
  const others = {
    className: classes.cell,
    'data-label': header,
    'data-align': align,
    'data-nowrap': isNoWrap || undefined,
  }
  return isRowHeader ? (
    <th scope="row" {...others}>
      {cell(row)}
    </th>
  ) : (
    <td {...others}>{cell(row)}</td>
  )
}
