import type { Session } from '@portal/contract/auth.ts'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countyText } from '../lib/county-text.ts'
import { PATHS } from '../lib/paths.ts'
import { Brand } from '../ui/brand.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { NavigationOverlay } from './navigation-overlay.tsx'
import classes from './navigation.module.css'
import { useSignOut } from './use-sign-out.ts'

/** The bar above every screen behind the sign-in: in a row from 768 px on, below that behind a button. */
export function NavigationBar({ session }: { readonly session: Session }) {
  const { username } = session
  const county = countyText(session)
  const [isOpen, setIsOpen] = useState(false)
  const signOut = useSignOut()
  return (
    <header className={classes.bar}>
      <Link to={PATHS.landing} className={classes.logo}>
        <Brand />
      </Link>
      <nav aria-label="Main" className={classes.row}>
        <NavigationLinks session={session} />
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
      {isOpen && <NavigationOverlay session={session} signOut={signOut} onClose={() => setIsOpen(false)} />}
      {signOut.problem && (
        <p role="alert" className={classes.problem}>
          {signOut.problem}
        </p>
      )}
    </header>
  )
}
