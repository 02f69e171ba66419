import type { ReactNode } from 'react'
import classes from './states.module.css'

/** Something is on its way; the words say what. */
export function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <output className={classes.loading}>
      <span aria-hidden className={classes.spinner} />
      {children}
    </output>
  )
}
