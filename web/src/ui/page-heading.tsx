import { useEffect, useRef, type ReactNode } from 'react'
import classes from './page-heading.module.css'

type Props = {
  readonly children: ReactNode
  /** What is shown beside the heading: actions, a count. */
  readonly aside?: ReactNode
  /** Takes the focus when it appears without a change of address, where another part of the screen has gone. */
  readonly takesFocus?: boolean
}

/** The one h1 of a screen. After a change of address the frame puts the focus on it. */
export function PageHeading({ children, aside, takesFocus = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className={classes.row}>
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        {children}
      </h1>
      {aside}
    </div>
  )
}
