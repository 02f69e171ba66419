import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useRef, type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react'
import type { OwnerRoll } from '../roll/owner-roll.ts'
import { OwnerRow, type OwnerInRow } from './owner-row.tsx'
import { MAX_PRINTED_ROWS } from './owner-texts.ts'
import type { OwnerView } from '../roll/owner-view.ts'
import type { Sort, SortColumn } from '../owners-address.ts'
import classes from './owners-table.module.css'
import type { OwnersScreen } from '../use-owners-screen.ts'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { flushSync } from 'react-dom'
import { DESKTOP_NAVIGATION_MIN_WIDTH_PX } from '@portal/contract/limits.ts'

/** Pixels; `owners-table.module.css` sets the same row heights. */
const LINE_HEIGHT_PX = 38

const CARD_HEIGHT_PX = 218

const isWide = () => matchMedia(`(width >= ${DESKTOP_NAVIGATION_MIN_WIDTH_PX}px)`)

const print = () => matchMedia('print')

type Column = { readonly header: string; readonly sortedBy?: SortColumn; readonly align?: 'end' }

/** Specification, section 2. */
const COLUMNS: readonly Column[] = [
  { header: 'Owner Name', sortedBy: 'name' },
  { header: 'CAD Owner ID' },
  { header: 'Agent Name' },
  { header: 'Current Value', sortedBy: 'current', align: 'end' },
  { header: 'Prior Value', sortedBy: 'prior', align: 'end' },
  { header: 'File Count', align: 'end' },
]

/** Pixels of the headings including the box's borders. */
const HEADINGS_HEIGHT_PX = 48

type Props = {
  readonly screen: OwnersScreen
  readonly roll: OwnerRoll
  readonly view: OwnerView
  readonly onFiles: (owner: OwnerInRow) => void
}

/** All rows of a view; only the visible ones are rendered. */
export function OwnersTable({ screen, roll, view, onFiles }: Props) {
  const { year, shownCountyId, search, sort, roll: state } = screen
  const box = useRef<HTMLTableElement>(null)
  const rowHeight = useRowHeight()
  const list = JSON.stringify([year, shownCountyId, search.settled, sort, rowHeight])
  const isWhole = useIsPrinting() && view.length <= MAX_PRINTED_ROWS
  const drawn = useVirtualRows({ count: view.length, rowHeight, list, isWhole, box })
  return (
    <table
      ref={box}
      aria-label="Owners"
      aria-rowcount={view.length + 1}
      aria-busy={state.isLoading}
      className={classes.box}
      style={{ '--content': `${HEADINGS_HEIGHT_PX + drawn.height}px` } as CSSProperties}
      onScroll={drawn.onScroll}
    >
      <Headings sort={sort} onPress={screen.pressHeading} />
      <tbody className={classes.rows} style={{ height: drawn.height }}>
        {drawn.rows.map((at) => {
          const row = view[at] ?? 0
          const partyNumber = roll.partyNumbers[row] ?? 0
          return (
            <OwnerRow
              key={row}
              roll={roll}
              row={row}
              at={at}
              top={drawn.topOf(at)}
              files={state.counts && (state.counts.get(partyNumber) ?? 0)}
              onFiles={onFiles}
            />
          )
        })}
      </tbody>
    </table>
  )
}

type HeadingsProps = { readonly sort: Sort; readonly onPress: (column: SortColumn) => void }

function Headings({ sort, onPress }: HeadingsProps) {
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.headRow}>
        {COLUMNS.map(({ header, sortedBy, align }) =>
          sortedBy === undefined ? (
            <th key={header} scope="col" className={classes.heading} data-align={align}>
              {header}
            </th>
          ) : (
            <th
              key={header}
              scope="col"
              className={classes.heading}
              data-align={align}
              data-sortable
              aria-sort={directionOf(sort, sortedBy)}
            >
              <button type="button" className={classes.sort} onClick={() => onPress(sortedBy)}>
                {header}
                <SortIcon direction={directionOf(sort, sortedBy)} />
              </button>
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

type Direction = 'ascending' | 'descending' | 'none'

function directionOf({ column, isDescending }: Sort, sortedBy: SortColumn): Direction {
  if (column !== sortedBy) return 'none'
  return isDescending ? 'descending' : 'ascending'
}

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

function SortIcon({ direction }: { readonly direction: Direction }) {
  const Icon = ICONS[direction]
  return <Icon aria-hidden size={15} className={classes.sortIcon} data-direction={direction} />
}

/**
 * Whether the page is being printed. Dependent content renders synchronously, before the browser lays out the pages.
 */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => print().matches)
  useEffect(() => {
    const query = print()
    const tell = (isSo: boolean) => flushSync(() => setIsPrinting(isSo))
    const begin = () => tell(true)
    const follow = () => tell(query.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', follow)
    query.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', follow)
      query.removeEventListener('change', follow)
    }
  }, [])
  return isPrinting
}

function listen(onChange: () => void): () => void {
  const query = isWide()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** The height of a row: a line, or on phones a card and the gap below it. */
function useRowHeight(): number {
  return useSyncExternalStore(listen, () => isWide().matches) ? LINE_HEIGHT_PX : CARD_HEIGHT_PX
}
