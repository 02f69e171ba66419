import { useMemo, useEffect, useState, useSyncExternalStore } from 'react'
import { NOTHING } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { VirtualTable } from '../../../ui/virtual-table.tsx'
import { isSortColumn, SORT_COLUMNS } from '../owners-address.ts'
import { textAt, type OwnerRoll } from '../roll/owner-roll.ts'
import type { OwnerView } from '../roll/owner-view.ts'
import type { OwnersScreen } from '../use-owners-screen.ts'
import { countText, MAX_PRINTED_ROWS, valueText } from './owner-texts.ts'
import classes from './owners-table.module.css'
import { flushSync } from 'react-dom'
import { DESKTOP_NAVIGATION_MIN_WIDTH_PX } from '@portal/contract/limits.ts'

/** Pixels; `owners-table.module.css` draws the rows in these heights. */
const LINE_HEIGHT_PX = 38

const CARD_HEIGHT_PX = 218

const isWide = () => matchMedia(`(width >= ${DESKTOP_NAVIGATION_MIN_WIDTH_PX}px)`)

const print = () => matchMedia('print')

export type OwnerInRow = { readonly partyNumber: number; readonly name: string }

type Props = {
  readonly screen: OwnersScreen
  readonly roll: OwnerRoll
  readonly view: OwnerView
  readonly onFiles: (owner: OwnerInRow) => void
}

/** All owners of a view. */
export function OwnersTable({ screen, roll, view, onFiles }: Props) {
  const { year, shownCountyId, search, sort, pressHeading, roll: state } = screen
  const { counts, isLoading } = state
  const columns = useMemo(() => ownerColumns({ roll, counts, onFiles }), [roll, counts, onFiles])
  const rowHeight = useRowHeight()
  const isWhole = useIsPrinting() && view.length <= MAX_PRINTED_ROWS
  return (
    <VirtualTable
      caption="Owners"
      columns={columns}
      rows={view}
      keyOf={(row) => row}
      isStale={isLoading}
      sortable={SORT_COLUMNS}
      sort={{
        by: sort.column,
        isDescending: sort.isDescending,
        onPress: (id) => isSortColumn(id) && pressHeading(id),
      }}
      rowHeight={rowHeight}
      list={JSON.stringify([year, shownCountyId, search.settled, sort, rowHeight])}
      isWhole={isWhole}
    />
  )
}

type Options = Pick<Props, 'roll' | 'onFiles'> & {
  /** Null until they are known. */
  readonly counts: ReadonlyMap<number, number> | null
}

/** Specification, section 2. A row is its number in the roll. */
function ownerColumns({ roll, counts, onFiles }: Options): readonly Column<number>[] {
  const { names, cadIds, agents, currentValues, priorValues } = roll
  return [
    {
      id: 'name',
      header: 'Owner Name',
      cell: (row) => textAt(names, row) || NOTHING,
      title: (row) => textAt(names, row),
      isRowHeader: true,
      width: 'minmax(0, 3fr)',
    },
    {
      id: 'cad-id',
      header: 'CAD Owner ID',
      cell: (row) => textAt(cadIds, row) || NOTHING,
      title: (row) => textAt(cadIds, row),
      width: 'minmax(92px, 1.2fr)',
    },
    {
      id: 'agent',
      header: 'Agent Name',
      cell: (row) => textAt(agents, row) || NOTHING,
      title: (row) => textAt(agents, row),
      width: 'minmax(0, 2.2fr)',
    },
    {
      id: 'current',
      header: 'Current Value',
      cell: (row) => valueText(currentValues[row]),
      align: 'end',
      width: 'minmax(132px, 1fr)',
    },
    {
      id: 'prior',
      header: 'Prior Value',
      cell: (row) => valueText(priorValues[row]),
      align: 'end',
      width: 'minmax(132px, 1fr)',
    },
    {
      id: 'files',
      header: 'File Count',
      cell: (row) => (counts ? <Files roll={roll} row={row} counts={counts} onFiles={onFiles} /> : NOTHING),
      align: 'end',
      width: '80px',
    },
  ]
}

type FilesProps = Pick<Props, 'roll' | 'onFiles'> & {
  readonly row: number
  readonly counts: ReadonlyMap<number, number>
}

function Files({ roll, row, counts, onFiles }: FilesProps) {
  const name = textAt(roll.names, row)
  const partyNumber = roll.partyNumbers[row] ?? 0
  const files = counts.get(partyNumber) ?? 0
  return (
    <button
      type="button"
      className={classes.files}
      data-none={files === 0 || undefined}
      aria-haspopup="dialog"
      aria-label={`${countText(files)}, files of ${name}`}
      onClick={() => onFiles({ partyNumber, name })}
    >
      {countText(files)}
    </button>
  )
}

/** Whether the page is being printed. What depends on it is rendered before the browser lays out the sheets. */
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

/** How high a row is drawn: a line, or on phones a card and the gap below it. */
function useRowHeight(): number {
  return useSyncExternalStore(listen, () => isWide().matches) ? LINE_HEIGHT_PX : CARD_HEIGHT_PX
}
