import type { ReactNode } from 'react'
import classes from './states.module.css'

type Props = {
  readonly children: ReactNode
  /** An action that would add something to the list; it is not announced with the text. */
  readonly action?: ReactNode
}

/** Shown for a list that is really empty, not for one that failed to load. */
export function EmptyState({ children, action }: Props) {
  return (
    <div className={classes.state}>
      <output>{children}</output>
      {action}
    </div>
  )
}
