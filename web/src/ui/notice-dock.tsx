import type { ReactNode, RefObject } from 'react'
import classes from './notice.module.css'

type Props = { readonly children: ReactNode; readonly ref?: RefObject<HTMLDivElement | null> }

/** Where the notices of a long list are shown: at the foot of the window, wherever the list is scrolled to. */
export function NoticeDock({ children, ref }: Props) {
  return (
    <div ref={ref} className={classes.dock}>
      {children}
    </div>
  )
}
