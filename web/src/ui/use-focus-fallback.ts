import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Calls `onLost` when the focused element inside `within` is removed, such as the button of a deleted row. `onLost`
 * moves the focus; the browser would move it to the top of the page.
 */
export function useFocusFallback(
  within: RefObject<HTMLElement | null>,
  onLost: (gone: Element) => void,
): void {
  const last = useRef<Element | null>(null)
  const lost = useEffectEvent(onLost)
  useEffect(() => {
    const { current: element } = within
    if (!element) return undefined
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null
    }
    // A user who moves the focus elsewhere does not want it back.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last.current === target && last.current?.isConnected) last.current = null
      })
    const keep = () => {
      const { current: gone } = last
      if (!gone || gone.isConnected || document.activeElement !== document.body) return
      last.current = null
      lost(gone)
    }
    element.addEventListener('focusin', note)
    element.addEventListener('focusout', forget)
    const changes = new MutationObserver(keep)
    changes.observe(element, { childList: true, subtree: true })
    return () => {
      changes.disconnect()
      element.removeEventListener('focusin', note)
      element.removeEventListener('focusout', forget)
    }
  }, [within])
}

/** Focuses the heading of the screen, so that the Tab key continues from there. */
export function focusScreenHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
