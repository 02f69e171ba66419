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
  /** The list that is shown; another one starts at its top. */
  readonly list: string
  /** Draws all rows, for paper. */
  readonly isWhole: boolean
  /** The element that scrolls; its rows have their place in the list as `data-at`. */
  readonly box: RefObject<HTMLElement | null>
}

/** The height until the box has been measured. */
const INITIAL_HEIGHT_PX = 800
const NONE = -1

/** Renders the rows of a long list that are in sight, and the one that has the focus. */
export function useVirtualRows({ count, rowHeight, list, isWhole, box }: Rows) {
  const viewport = useHeightOf(box)
  const [state, setState] = useState({ list, position: AT_TOP, focused: NONE })
  if (state.list !== list) setState({ list, position: AT_TOP, focused: NONE })
  useTopOfNewList(box, list)
  useFocusedRow(box, (focused) => setState((before) => ({ ...before, focused })))
  const extent = { count, rowHeight, viewport }

  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    // Rendered within this frame; left to React, the new rows would come one frame late.
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

/** Pixels of its inner height, whatever the window does. */
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

/** Reports the place of the row that has the focus, and when none has it. */
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

/** The places in the list to render, in order: the row with the focus keeps it when it is scrolled away. */
function drawnRows({ first, end }: { first: number; end: number }, focused: number): number[] {
  const rows = Array.from({ length: end - first }, (_row, at) => first + at)
  if (focused < 0 || (focused >= first && focused < end)) return rows
  return focused < first ? [focused, ...rows] : [...rows, focused]
}
