import { useEffect, useRef, type ReactNode } from 'react'
import classes from './page-heading.module.css'

type Props = {
  readonly children: ReactNode
  /** Content next to the heading: actions, a count. */
  readonly aside?: ReactNode
  /** Takes the focus when it appears without a change of address, because another part of the screen was removed. */
  readonly takesFocus?: boolean
}

/** The only h1 of a screen. The frame focuses it after a change of address. */
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
