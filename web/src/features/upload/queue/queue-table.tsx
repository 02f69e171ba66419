import { useRef, type CSSProperties, type KeyboardEvent } from 'react'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { allOrNone, moveCursor, stepOf, extendSelection } from './queue-selection.ts'
import { QueueRow } from './queue-row.tsx'
import { SelectionBar } from './selection-bar.tsx'
import classes from './queue.module.css'
import { useFocusedFile } from './use-focused-file.ts'
import { useQueueRowHeight } from './use-queue-row-height.ts'
import type { QueueScreen } from './use-queue-screen.ts'

/** Pixels of the headings with the edges of the box. */
const HEADINGS_HEIGHT_PX = 46

/** The files of the queue, of which only those in sight are drawn. */
export function QueueTable({ screen }: { readonly screen: QueueScreen }) {
  const { view, selection, setSelection } = screen
  const { entries } = view
  const box = useRef<HTMLTableElement>(null)
  const rowHeight = useQueueRowHeight({ hasCounty: screen.county !== 'none' })
  const drawn = useVirtualRows({
    count: entries.length,
    rowHeight,
    list: String(rowHeight),
    isWhole: false,
    box,
  })
  useFocusedFile({ screen, box, rowHeight })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return
    const { key, shiftKey, ctrlKey, metaKey } = event
    if (key === 'a' && (ctrlKey || metaKey)) {
      event.preventDefault()
      setSelection(allOrNone({ ...selection, keys: new Set() }, entries))
      return
    }
    if (key === 'Delete') screen.removeSelected()
    const at = stepOf(key, selection.at, entries.length)
    if (at === undefined) return
    event.preventDefault()
    setSelection((shiftKey ? extendSelection : moveCursor)(selection, entries, at))
    screen.focusFile()
  }
  return (
    <div className={classes.list}>
      <SelectionBar screen={screen} />
      {/* Its keys move among the boxes of its rows, which take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={box}
        aria-label="Chosen files"
        aria-rowcount={entries.length + 1}
        className={classes.box}
        style={{ '--content': `${HEADINGS_HEIGHT_PX + drawn.height}px` } as CSSProperties}
        onScroll={drawn.onScroll}
        onKeyDown={onKeyDown}
      >
        <Headings screen={screen} />
        <tbody className={classes.rows} style={{ height: drawn.height }}>
          {drawn.rows.map((at) => {
            const entry = entries[at]
            return (
              entry && (
                <QueueRow key={entry.key} screen={screen} entry={entry} at={at} top={drawn.topOf(at)} />
              )
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Headings({ screen }: { readonly screen: QueueScreen }) {
  const { county, view, selection, setSelection } = screen
  const areAll = view.entries.every(({ key }) => selection.keys.has(key))
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1} className={classes.headRow} data-county={county !== 'none' || undefined}>
        <th scope="col" className={classes.heading}>
          <input
            type="checkbox"
            aria-label="Select all files"
            checked={areAll}
            disabled={view.isElsewhere}
            onChange={() => setSelection(allOrNone(selection, view.entries))}
          />
        </th>
        {['File name', 'Type', ...(county === 'none' ? [] : ['County']), 'Description', 'Size', 'State'].map(
          (header) => (
            <th key={header} scope="col" className={classes.heading}>
              {header}
            </th>
          ),
        )}
        <th scope="col" className={classes.heading}>
          <span className="for-screen-readers">Remove</span>
        </th>
      </tr>
    </thead>
  )
}
