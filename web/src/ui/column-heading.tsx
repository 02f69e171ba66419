import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { PointerEvent, ReactNode } from 'react'
import classes from './column-heading.module.css'

export type ColumnSort = {
  readonly direction: 'ascending' | 'descending' | null
  /** Null where the heading is for screen readers only. */
  readonly onSort: (() => void) | null
}

type Props = {
  readonly className: string
  /** Whether Tab reaches its button; arrows reach the others. */
  readonly isStop: boolean
  readonly column: {
    readonly id: string
    readonly header: string
    readonly headerBelow?: string | undefined
    /** Before the header and not a part of its name, such as a check box. */
    readonly headingBox?: ReactNode
    readonly align?: 'start' | 'center' | 'end'
    readonly isForScreen?: boolean
    /** How the rows are sorted by this column; unset if it sorts nothing. */
    readonly sort?: ColumnSort | undefined
    /** Called with a width in pixels once the edge was dragged. */
    readonly onResize?: ((width: number) => void) | undefined
  }
}

/** The heading of a column: a press sorts by it, and a drag of its edge changes its width. */
export function ColumnHeading({ className, column, isStop }: Props) {
  const { id, header, headerBelow, headingBox, align, isForScreen, sort, onResize } = column
  return (
    <th
      scope="col"
      className={className}
      data-column={id}
      data-align={align}
      data-screen={isForScreen}
      {...(sort?.direction && { 'aria-sort': sort.direction })}
      {...(headingBox !== undefined && { 'aria-label': header, 'data-boxed': true })}
    >
      {headingBox}
      {sort?.onSort ? (
        <SortButton header={header} direction={sort.direction} onSort={sort.onSort} isStop={isStop} />
      ) : (
        header
      )}
      {headerBelow !== undefined && (
        <span aria-hidden className={classes.below}>
          {headerBelow}
        </span>
      )}
      {onResize && <span aria-hidden className={classes.edge} onPointerDown={resizing(onResize)} />}
    </th>
  )
}

type SortButtonProps = Pick<ColumnSort, 'direction'> & {
  readonly isStop: boolean
  readonly header: string
  readonly onSort: () => void
}

function SortButton({ header, direction, onSort, isStop }: SortButtonProps) {
  const Icon = direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={classes.sort}
      tabIndex={isStop ? 0 : -1}
      title={`Sort by ${header}`}
      onClick={onSort}
    >
      {header}
      {direction !== null && <Icon aria-hidden size={14} className={classes.icon} />}
    </button>
  )
}

/** Follows the pointer with the column itself, and reports the width at the end. */
function resizing(onResize: (width: number) => void) {
  return (event: PointerEvent<HTMLElement>) => {
    const { pointerId, clientX: from } = event
    const edge: HTMLElement = event.currentTarget
    const heading = edge.closest<HTMLTableCellElement>('th')
    const column = heading && heading.closest('table')?.querySelectorAll('col')[heading.cellIndex]
    if (!heading || !column) return
    event.preventDefault()
    edge.setPointerCapture(pointerId)
    const before = heading.getBoundingClientRect().width
    const ending = new AbortController()
    const { signal } = ending
    const widthAt = (x: number) => Math.max(48, Math.round(before + x - from))
    edge.addEventListener(
      'pointermove',
      ({ clientX }) => {
        column.style.width = `${widthAt(clientX)}px`
      },
      { signal },
    )
    edge.addEventListener(
      'pointerup',
      ({ clientX }) => {
        ending.abort()
        if (clientX !== from) onResize(widthAt(clientX))
      },
      { signal },
    )
    edge.addEventListener('pointercancel', () => ending.abort(), { signal })
  }
}
