import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { focusPlace, placeOf, placeOfKey, type RowPlace } from './row-place.ts'

type RowToFocus = {
  readonly place: RowPlace
  readonly key?: number
  /** The element that has the focus until then. If the focus has moved elsewhere, it stays there. */
  readonly from: Element | null
}

/** Whether no element has the focus, because the focused element was removed. */
function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Keeps the focus at its place in a list's table: when a row disappears with its focused button, the row that takes its
 * place gets the focus. `list` surrounds the table, and gets the focus if no row is left.
 */
export function useRowPlace(list: RefObject<HTMLElement | null>, rows: readonly unknown[] | undefined) {
  const last = useRef<{ readonly place: RowPlace; readonly element: Element } | null>(null)
  const wish = useRef<RowToFocus | null>(null)

  const focus = (place: RowPlace) => {
    const body = list.current?.querySelector('tbody')
    if (!body || !focusPlace(body, place)) list.current?.focus({ preventScroll: true })
  }
  const onChangedRows = useEffectEvent(() => {
    const wished = wish.current
    wish.current = null
    if (wished && (isNowhere() || document.activeElement === wished.from)) {
      focus(placeOfKey(list.current, wished) ?? wished.place)
    } else if (last.current && !last.current.element.isConnected && isNowhere()) {
      focus(last.current.place)
    }
  })
  const shown = useRef(rows)
  useEffect(() => {
    if (shown.current === rows) return
    shown.current = rows
    onChangedRows()
  }, [rows])
  useEffect(() => {
    const { current: element } = list
    const note = ({ target }: FocusEvent) => {
      const place = target instanceof Element ? placeOf(target) : null
      if (place && target instanceof Element) last.current = { place, element: target }
    }
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [list])

  return {
    /** The current or last place of the focus in the table. */
    current: () => last.current?.place ?? null,
    /** Focuses a place now, and again after the rows have changed, because it may then hold another row. */
    keep: (place: RowPlace) => {
      focus(place)
      wish.current = { place, from: document.activeElement }
    },
    /** Focuses the row with this key once the rows have changed. */
    awaitKey: (key: number) => {
      list.current?.focus({ preventScroll: true })
      wish.current = { place: last.current?.place ?? { row: 0, column: 0 }, key, from: list.current }
    },
  }
}

export type RowPlaceKeeper = ReturnType<typeof useRowPlace>
