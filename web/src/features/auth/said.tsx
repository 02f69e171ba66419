import type { ReactNode } from 'react'
import classes from './auth.module.css'

/** Good news; there before it has something to say, so that it is read out when it does. */
export function Said({ children }: { readonly children: ReactNode }) {
  return <output className={classes.said}>{children}</output>
}
