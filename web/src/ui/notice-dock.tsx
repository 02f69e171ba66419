import { useRef, type ReactNode } from 'react'
import classes from './notice.module.css'
import { focusScreenHeading, useFocusFallback } from './use-focus-fallback.ts'

/**
 * Shows the notices of a long list at the bottom of the window, at any scroll position. When a notice disappears with
 * its focused button, the heading of the screen gets the focus.
 */
export function NoticeDock({ children }: { readonly children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null)
  useFocusFallback(dock, focusScreenHeading)
  return (
    <div ref={dock} className={classes.dock}>
      {children}
    </div>
  )
}
