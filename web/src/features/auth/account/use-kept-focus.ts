import { useEffect, useRef, type RefObject } from 'react'

type Places = {
  readonly section: RefObject<HTMLElement | null>
  /** Where the focus goes. */
  readonly heading: RefObject<HTMLElement | null>
}

/** Where what had the focus in a section is gone, a row that was removed or a form that is done with, its heading takes it. */
export function useKeptFocus({ section, heading }: Places): void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const { current: element } = section
    if (!element) return undefined
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null
    }
    // Whoever turns to something else does not want it back.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last.current === target && last.current?.isConnected) last.current = null
      })
    const keep = () => {
      if (!last.current || last.current.isConnected || document.activeElement !== document.body) return
      last.current = null
      heading.current?.focus({ preventScroll: true })
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
  }, [section, heading])
}
