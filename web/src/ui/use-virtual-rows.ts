import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type UIEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { AT_TOP, drawnHeight, rowsAround, scrolledTo } from './virtual-rows.ts'

type Rows = {
  readonly count: number
  readonly rowHeight: number
  /** Identifies the shown list; a different list starts at its top. */
  readonly list: string
  /** Renders all rows, for printing. */
  readonly isWhole: boolean
  /** The scrolling element; its rows have their index in the list as `data-at`. */
  readonly box: RefObject<HTMLElement | null>
}

/** The assumed height until the box has been measured. */
const INITIAL_HEIGHT_PX = 800
const NONE = -1

/** Renders the visible rows of a long list, and the row that has the focus. */
export function useVirtualRows({ count, rowHeight, list, isWhole, box }: Rows) {
  const viewport = useHeightOf(box)
  const [state, setState] = useState({ list, position: AT_TOP, focused: NONE })
  if (state.list !== list) setState({ list, position: AT_TOP, focused: NONE })
  useTopOfNewList(box, list)
  useFocusedRow(box, (focused) => setState((before) => ({ ...before, focused })))
  const extent = { count, rowHeight, viewport }

  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    // Renders within this frame; React's own scheduling would render the new rows one frame late.
    flushSync(() =>
      setState((before) => ({
        ...before,
        position: scrolledTo(currentTarget.scrollTop, before.position, extent),
      })),
    )
  }

  return {
    onScroll,
    height: drawnHeight(extent),
    rows: isWhole
      ? Array.from({ length: count }, (_row, at) => at)
      : drawnRows(rowsAround(state.position, extent), Math.min(state.focused, count - 1)),
    /** Pixels from the top of the drawn rows. */
    topOf: (at: number) => at * rowHeight - state.position.shift,
  }
}

/** The current inner height of the box in pixels; follows changes of the window. */
function useHeightOf(box: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(INITIAL_HEIGHT_PX)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return height
}

function useTopOfNewList(box: RefObject<HTMLElement | null>, list: string): void {
  const shown = useRef(list)
  useLayoutEffect(() => {
    if (shown.current !== list) box.current?.scrollTo(0, 0)
    shown.current = list
  }, [box, list])
}

/** Reports the index of the row that has the focus, and when no row has it. */
function useFocusedRow(box: RefObject<HTMLElement | null>, onChange: (at: number) => void): void {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const onFocusIn = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
      tell(Number(row?.dataset['at'] ?? NONE))
    }
    const onFocusOut = () => tell(NONE)
    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('focusout', onFocusOut)
    return () => {
      element.removeEventListener('focusin', onFocusIn)
      element.removeEventListener('focusout', onFocusOut)
    }
  }, [box])
}

/** The indexes of the rows to render, in order. Includes the focused row, so that scrolling does not drop the focus. */
function drawnRows({ first, end }: { first: number; end: number }, focused: number): number[] {
  const rows = Array.from({ length: end - first }, (_row, at) => first + at)
  if (focused < 0 || (focused >= first && focused < end)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}
