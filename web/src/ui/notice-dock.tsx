import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** Where the notices of a long list are shown: at the foot of the window, wherever the list is scrolled to. */
export function NoticeDock({ children }: { readonly children: ReactNode }) {
  return <div className={classes.dock}>{children}</div>
}
