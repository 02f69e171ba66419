import { IconChevronDown, IconFilter } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import classes from './list-screen.module.css'

type Props = {
  /** The field that people come for. */
  readonly search: ReactNode
  /** Values of the other fields that narrow the list; null and '' narrow nothing. */
  readonly values: readonly (string | number | null)[]
  readonly children: ReactNode
}

/** The fields that choose which part of a list is shown. On phones the others fold behind a button. */
export function ListToolbar({ search, values, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen = values.filter((value) => value !== null && value !== '').length
  return (
    <search className={classes.toolbar} data-open={isOpen || undefined}>
      {search}
      <button
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconFilter aria-hidden size={17} />
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
        <IconChevronDown aria-hidden size={16} className={classes.chevron} />
      </button>
      <div className={classes.others}>{children}</div>
    </search>
  )
}
