import type { ReactNode } from 'react'
import classes from './states.module.css'

/** A list that truly has nothing in it. */
export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <output className={classes.state}>{children}</output>
}
