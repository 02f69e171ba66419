import { useRef, type ReactNode } from 'react'
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts'
import classes from './account.module.css'

type Props = {
  /** The target of the section list's link. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** One section of the account page. */
export function AccountSection({ id, title, children }: Props) {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusFallback(section, () => heading.current?.focus({ preventScroll: true }))
  return (
    <section ref={section} aria-labelledby={id} className={classes.section}>
      <h2 ref={heading} id={id} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
