import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import classes from './screen-tabs.module.css'

type ScreenTab = { readonly label: string; readonly path: string }

type Props = { readonly label: string; readonly tabs: readonly ScreenTab[] }

/** So many tabs fit into one line of a phone. */
const MOST_IN_LINE = 3

/** Screens behind one entry of the navigation bar. On phones more than one line of them folds behind a button. */
export function ScreenTabs({ label, tabs }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const folds = tabs.length > MOST_IN_LINE
  return (
    <nav aria-label={label} className={classes.tabs} data-folded={(folds && !isOpen) || undefined}>
      {folds && (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
          <IconChevronDown aria-hidden size={16} className={classes.chevron} />
        </button>
      )}
      {tabs.map(({ label: text, path }) => (
        <NavLink key={path} to={path} className={() => classes.tab}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
