import { IconChevronDown } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { SCREENS, type Screen } from './screens.ts'
import classes from './side-menu.module.css'

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
  const { nav, button, isOpen, setIsOpen } = useFold()
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

/** The list in a narrow window. Escape closes it and returns the focus; a press or focus elsewhere also closes it. */
function useFold() {
  const nav = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const ending = new AbortController()
    const { signal } = ending
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !nav.current?.contains(target)) setIsOpen(false)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeElsewhere, { signal })
    document.addEventListener('focusin', closeElsewhere, { signal })
    nav.current?.addEventListener('keydown', closeByEscape, { signal })
    return () => ending.abort()
  }, [isOpen])
  return { nav, button, isOpen, setIsOpen }
}
