import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useDocumentsPath } from '../lib/documents-view.ts'
import { PATHS } from '../lib/paths.ts'
import { Brand } from '../ui/brand.tsx'
import { ENTRIES, isCurrent } from './navigation-entries.ts'
import { NavigationOverlay } from './navigation-overlay.tsx'
import classes from './navigation.module.css'
import { useSignOut } from './use-sign-out.ts'

export type Person = {
  readonly username: string
  /** Whose documents an ordinary user works with; null where it goes without saying. */
  readonly county: string | null
}

/** The bar above every screen behind the sign-in: in a row from 768 px on, below that behind a button. */
export function NavigationBar({ username, county }: Person) {
  const [isOpen, setIsOpen] = useState(false)
  const signOut = useSignOut()
  return (
    <header className={classes.bar}>
      <Link to={PATHS.landing} className={classes.logo}>
        <Brand />
      </Link>
      <nav aria-label="Main" className={classes.row}>
        <NavigationLinks username={username} />
        <span className={classes.username} title={`Signed in as ${username}`}>
          {county !== null && <b className={classes.county}>{county}</b>}
          {username}
        </span>
        <button type="button" className={classes.entry} disabled={signOut.isBusy} onClick={signOut.start}>
          Logout
        </button>
      </nav>
      <button
        type="button"
        className={classes.menuButton}
        aria-label="Menu"
        title="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <IconMenu2 aria-hidden size={22} />
      </button>
      {isOpen && (
        <NavigationOverlay
          username={username}
          county={county}
          signOut={signOut}
          onClose={() => setIsOpen(false)}
        />
      )}
      {signOut.problem && (
        <p role="alert" className={classes.problem}>
          {signOut.problem}
        </p>
      )}
    </header>
  )
}

type LinksProps = Pick<Person, 'username'> & { readonly onFollow?: () => void }

/** The entries that are addresses, the one of this screen lit. */
export function NavigationLinks({ username, onFollow }: LinksProps) {
  const documents = useDocumentsPath(username)
  const { pathname } = useLocation()
  return ENTRIES.map((entry) => (
    <Link
      key={entry.path}
      to={entry.path === PATHS.documents ? documents : entry.path}
      className={classes.entry}
      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      onClick={onFollow}
    >
      {entry.label}
    </Link>
  ))
}
