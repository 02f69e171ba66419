import type { ReactNode } from 'react'
import classes from './states.module.css'

type Props = {
  readonly children: ReactNode
  /** What would bring something into the list; it is not announced with the text. */
  readonly action?: ReactNode
}

/** A list that truly has nothing in it. */
export function EmptyState({ children, action }: Props) {
  return (
    <div className={classes.state}>
      <output>{children}</output>
      {action}
    </div>
  )
}
