import type { ReactNode } from 'react'
import classes from './run-dialog.module.css'

type Props = {
  readonly icon: ReactNode
  readonly tone: 'changed' | 'unchanged' | 'refused'
  readonly children: string
}

/** A line of a preview. */
export function Result({ icon, tone, children }: Props) {
  return (
    <span className={classes.result} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
