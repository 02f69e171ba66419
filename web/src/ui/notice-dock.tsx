import { useRef, type ReactNode } from 'react'
import classes from './notice.module.css'
import { focusScreenHeading, useFocusFallback } from './use-focus-fallback.ts'

/**
 * Where the notices of a long list are shown: at the foot of the window, wherever the list is scrolled to. Where a notice
 * goes with the button that had the focus, the heading of the screen takes it.
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
