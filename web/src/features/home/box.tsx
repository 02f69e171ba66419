import { useId, type ReactNode } from 'react'
import type { Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import classes from './box.module.css'

type BoxProps = {
  readonly title: string
  /** Next to the title, such as the year. */
  readonly note?: string
  /** How many wait; none is not shown. */
  readonly count?: number
  readonly link?: { readonly to: string; readonly text: string }
  readonly children: ReactNode
}

/** A box of the start page. */
export function Box({ title, note, count = 0, link, children }: BoxProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.box}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
          {note !== undefined && <span className={classes.note}> {note}</span>}
          {count > 0 && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
        </h2>
        {link && (
          <Link to={link.to} className={classes.link}>
            {link.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

type RowProps = {
  readonly icon: Icon
  readonly look?: 'urgent' | 'done'
  readonly children: ReactNode
  /** The second line. */
  readonly detail?: ReactNode
  readonly action?: { readonly to: string; readonly text: string; readonly label?: string } | undefined
}

/** A row of a box: what it is about, and the one thing to do. */
export function BoxRow({ icon: RowIcon, look, children, detail, action }: RowProps) {
  return (
    <li className={classes.row} data-look={look}>
      <RowIcon aria-hidden size={20} stroke={1.6} className={classes.icon} />
      <div className={classes.words}>
        <div className={classes.first}>{children}</div>
        {detail !== undefined && <div className={classes.detail}>{detail}</div>}
      </div>
      {action && (
        <Link
          to={action.to}
          aria-label={action.label}
          className={`${buttonClass('plain')} ${classes.action}`}
        >
          {action.text}
        </Link>
      )}
    </li>
  )
}

export function BoxRows({ children }: { readonly children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>
}

/** What a box says if nothing waits. */
export function BoxEmpty({ children }: { readonly children: ReactNode }) {
  return <p className={classes.empty}>{children}</p>
}
