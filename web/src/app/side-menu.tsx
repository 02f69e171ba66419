import { IconChevronDown } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { SCREENS, type Screen } from './screens.ts'
import classes from './side-menu.module.css'
import { useFold } from '../ui/use-fold.ts'

type Props = {
  /** The screens that the user may open. */
  readonly screens: readonly Screen[]
  readonly current: Screen
}

/**
 * The screens of an entry, by group: a list next to the content, or in a narrow window a button that names the current
 * screen and opens the list.
 */
export function SideMenu({ screens, current }: Props) {
  const { area: nav, button, isOpen, setIsOpen } = useFold<HTMLElement>()
  const name = SCREENS.find(({ path }) => path === current.entry)?.label
  const groups = [...Map.groupBy(screens, ({ group = '' }) => group)]
  return (
    <nav ref={nav} aria-label={name} className={classes.menu}>
      <button
        ref={button}
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <span className={classes.entry}>{name}: </span>
          {screens.includes(current) && current.label}
        </span>
        <IconChevronDown aria-hidden size={16} className={classes.chevron} />
      </button>
      <div className={classes.groups} data-open={isOpen || undefined}>
        {groups.map(([group, members]) => (
          <Fragment key={group}>
            <p aria-hidden className={classes.group}>
              {group}
            </p>
            <ul aria-label={group} className={classes.list}>
              {members.map((screen) => (
                <li key={screen.path}>
                  <Link
                    to={screen.path}
                    className={classes.link}
                    aria-current={screen === current ? 'page' : undefined}
                    onClick={() => setIsOpen(false)}
                  >
                    {screen.label}
                  </Link>
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </nav>
  )
}
