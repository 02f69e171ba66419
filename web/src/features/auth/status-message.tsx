import type { ReactNode } from 'react'
import classes from './auth.module.css'

/** Good news. The element exists before it has anything to say, so that screen readers announce it. */
export function StatusMessage({ children }: { readonly children: ReactNode }) {
  return <output className={classes.statusMessage}>{children}</output>
}
