import { useLayoutEffect, useRef } from 'react'

/** Moves the focus to the heading after each navigation; on the first screen the browser decides. */
export function useFocusAfterNavigation(pathname: string): void {
  const before = useRef(pathname)
  // With the screen, not after it: somebody who has gone to a field by then is not taken away from it.
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    const target = heading ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [pathname])
}
