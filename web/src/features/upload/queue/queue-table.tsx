import {
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  type RefObject,
} from 'react'
import { useMedia } from '../../../lib/use-media.ts'
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { allOrNone, extendSelection, moveCursor, onlySelected, stepOf, toggled } from './queue-selection.ts'
import { QueueRow } from './queue-row.tsx'
import classes from './queue.module.css'
import type { QueueScreen } from './use-queue-screen.ts'
import { DESKTOP_NAVIGATION_MIN_WIDTH_PX } from '@portal/contract/limits.ts'

/** Pixels of a row, and of the headings with the borders of the box. `queue.module.css` sets the same heights. */
type Heights = { readonly row: number; readonly headings: number }

const LINE: Heights = { row: 38, headings: 41 }

/** Beside the details of a narrow window a row has two lines. */
const FOLDED: Heights = { row: 60, headings: 63 }

const FOLDED_WINDOW = '(900px <= width < 1200px)'

const CARD: Heights = { row: 162, headings: 40 }

/** The line of a card for a county, and for an owner. */
const CARD_LINE_HEIGHT_PX = 26

const WIDE = `(width >= ${DESKTOP_NAVIGATION_MIN_WIDTH_PX}px)`

type Options = {
  readonly screen: QueueScreen
  readonly box: RefObject<HTMLElement | null>
  /** Pixels. */
  readonly rowHeight: number
}

type Props = {
  readonly screen: QueueScreen
  /** Goes to the details of the selected files. */
  readonly onOpen: () => void
  /** Called after a click has selected a row; null where its details are beside the list. */
  readonly onRow: (() => void) | null
}

/** The files of the queue; only the visible rows are rendered. */
export function QueueTable({ screen, onOpen, onRow }: Props) {
  const { listed: entries, selection, setSelection } = screen
  const box = useRef<HTMLTableElement>(null)
  const { row: rowHeight, headings } = useHeights(
    Number(screen.county !== 'none') + Number(screen.ownerRight !== 'none'),
  )
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
    if (key === 'Enter' && !ctrlKey && !metaKey) {
      // In a form it would upload the files.
      event.preventDefault()
      const at = Number(event.target.closest<HTMLElement>('[data-at]')?.dataset['at'] ?? selection.at)
      const isSelected = selection.keys.has(entries[at]?.key ?? '')
      if (!isSelected) screen.selectOnly(at)
      onOpen()
      return
    }
    const at = stepOf(key, selection.at, entries.length)
    if (at === undefined) return
    event.preventDefault()
    setSelection((shiftKey ? extendSelection : moveCursor)(selection, entries, at))
    screen.focusFile()
  }
  const onClick = ({ target, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('button, a, input')) return
    const row = target.closest<HTMLElement>('[data-at]')
    if (!row) return
    const at = Number(row.dataset['at'])
    if (shiftKey) setSelection(extendSelection(selection, entries, at))
    else if (ctrlKey || metaKey) setSelection(toggled(selection, entries, at))
    else setSelection(onlySelected(entries, at))
    row.querySelector('input')?.focus({ preventScroll: true })
    if (!shiftKey && !ctrlKey && !metaKey) onRow?.()
  }
  return (
    <div className={classes.list}>
      {/* The table's keys move between the checkboxes of its rows, which receive the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <table
        ref={box}
        aria-label="Chosen files"
        aria-rowcount={entries.length + 1}
        className={classes.box}
        style={{ '--content': `${headings + drawn.height}px` } as CSSProperties}
        onScroll={drawn.onScroll}
        onKeyDown={onKeyDown}
        // With Shift, the browser would select the text between the rows.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={onClick}
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
      {entries.length === 0 && <p className={classes.noneHere}>No file is in this group.</p>}
    </div>
  )
}

function Headings({ screen }: { readonly screen: QueueScreen }) {
  const { county, view, listed, selection, setSelection } = screen
  const areAll = listed.length > 0 && listed.every(({ key }) => selection.keys.has(key))
  return (
    <thead className={classes.head}>
      <tr
        aria-rowindex={1}
        className={classes.headRow}
        data-county={county !== 'none' || undefined}
        data-owner={screen.ownerRight !== 'none' || undefined}
      >
        <th scope="col" className={classes.heading}>
          <input
            type="checkbox"
            aria-label="Select all files"
            checked={areAll}
            disabled={view.isElsewhere}
            onChange={() => setSelection(allOrNone(selection, listed))}
          />
        </th>
        {columnsOf(screen).map((header) => (
          <th key={header} scope="col" className={classes.heading}>
            {header}
          </th>
        ))}
        <th scope="col" className={classes.heading}>
          <span className="for-screen-readers">Remove</span>
        </th>
      </tr>
    </thead>
  )
}

function columnsOf({ county, ownerRight }: QueueScreen): readonly string[] {
  return [
    'File name',
    'Category and type',
    ...(county === 'none' ? [] : ['County']),
    ...(ownerRight === 'none' ? [] : ['Owner']),
    'Description',
    'Status',
  ]
}

/** Scrolls to the cursor's file and focuses it, each time `focusAsked` increases. */
function useFocusedFile({ screen, box, rowHeight }: Options): void {
  const { focusAsked, selection } = screen
  const done = useRef(focusAsked)
  const focus = useEffectEvent(() => {
    const list = box.current
    const top = selection.at * rowHeight
    if (list && (top < list.scrollTop || top > list.scrollTop + list.clientHeight - rowHeight * 2))
      list.scrollTo(0, Math.max(top - list.clientHeight / 2, 0))
    const rowsBox = () => list?.querySelector<HTMLElement>(`[data-at="${selection.at}"] input`)
    // Focuses immediately, so that the next key reaches the row. A row not rendered yet appears after this scroll.
    if (rowsBox()) rowsBox()?.focus()
    else requestAnimationFrame(() => rowsBox()?.focus())
  })
  useEffect(() => {
    if (done.current === focusAsked) return
    done.current = focusAsked
    focus()
  }, [focusAsked])
}

/** A row is a line or two, or on phones a card and the gap below it. */
function useHeights(furtherLines: number): Heights {
  const isFolded = useMedia(FOLDED_WINDOW)
  if (useMedia(WIDE)) return isFolded ? FOLDED : LINE
  return { ...CARD, row: CARD.row + furtherLines * CARD_LINE_HEIGHT_PX }
}
