import { useEffect, useRef, type ReactNode } from 'react'
import { useConfig } from '../../lib/config.ts'
import { Brand } from '../../ui/brand.tsx'
import classes from './auth.module.css'

type Props = {
  readonly title: string
  /** Focuses the heading if it replaces a form without a change of address. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
}

/** The layout of the screens before sign-in: the firm next to the form. */
export function AuthFrame({ title, takesFocus = false, children }: Props) {
  const { companyTagline } = useConfig()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className={classes.page}>
      <div className={classes.firm}>
        <Brand />
        <p className={classes.tagline}>{companyTagline}</p>
      </div>
      <div className={classes.card}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {children}
      </div>
    </div>
  )
}
