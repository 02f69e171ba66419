import { useEffect, useRef } from 'react'

/** Puts the focus on the heading of a screen that was gone to; the first one keeps the browser's own place. */
export function useFocusAfterNavigation(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    const target = heading ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [pathname])
}
