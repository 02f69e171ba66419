import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { QueueScreen } from './use-queue-screen.ts'

type Options = {
  readonly screen: QueueScreen
  readonly box: RefObject<HTMLElement | null>
  /** Pixels. */
  readonly rowHeight: number
}

/** Brings the file that the keyboard stands at into sight and gives it the focus, as often as that is asked for. */
export function useFocusedFile({ screen, box, rowHeight }: Options): void {
  const { focusAsked, selection } = screen
  const done = useRef(focusAsked)
  const focus = useEffectEvent(() => {
    const list = box.current
    const top = selection.at * rowHeight
    if (list && (top < list.scrollTop || top > list.scrollTop + list.clientHeight - rowHeight * 2))
      list.scrollTo(0, Math.max(top - list.clientHeight / 2, 0))
    const rowsBox = () => list?.querySelector<HTMLElement>(`[data-at="${selection.at}"] input`)
    // At once, so that the next key is meant for it; or it comes into sight by this very scroll.
    if (rowsBox()) rowsBox()?.focus()
    else requestAnimationFrame(() => rowsBox()?.focus())
  })
  useEffect(() => {
    if (done.current === focusAsked) return
    done.current = focusAsked
    focus()
  }, [focusAsked])
}
