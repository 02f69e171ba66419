import { useId, type ReactNode } from 'react'
import classes from './my-work.module.css'

type Props = {
  readonly title: string
  /** How many there are; undefined until they are counted. */
  readonly total?: number | undefined
  readonly children: ReactNode
}

/** A section of *My work*. A further one goes beside the others in `MyWorkPage`. */
export function WorkSection({ title, total = 0, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} tabIndex={-1} className={classes.section}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title} {total > 0 && <span className={classes.count}>{total.toLocaleString('en-US')}</span>}
        </h2>
      </div>
      {children}
    </section>
  )
}

export function WorkEmpty({ children }: { readonly children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>
}
