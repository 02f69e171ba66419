import { useId, type ReactNode } from 'react'
import classes from './account.module.css'

type Props = { readonly title: string; readonly children: ReactNode }

/** One subject of the account. */
export function AccountSection({ title, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
