import type { ReactNode } from 'react'
import classes from './states.module.css'

/** Shows that something is being loaded; the text says what. */
export function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <output className={classes.loading}>
      <span aria-hidden className={classes.spinner} />
      {children}
    </output>
  )
}
