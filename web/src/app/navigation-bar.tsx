import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { IconMenu2, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countyText } from '../lib/county-text.ts'
import { PATHS } from '../lib/paths.ts'
import { choosesCounty } from '../lib/rights.ts'
import { SearchField } from '../features/search/search-field.tsx'
import { Brand } from '../ui/brand.tsx'
import { BatchLine } from './batch-line.tsx'
import { CountySwitch } from './county-switch.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import { NavigationOverlay } from './navigation-overlay.tsx'
import classes from './navigation.module.css'
import { useChosenCounty, type ChosenCounty } from './use-chosen-county.ts'
import { useSignOut } from './use-sign-out.ts'

/** The top of every protected screen: the bar, and the line of a batch that runs behind the screen. */
export function NavigationBar({ session }: { readonly session: Session }) {
  return (
    <>
      <Bar session={session} />
      <BatchLine username={session.username} />
    </>
  )
}

/** Entries in a row from 768 px of width, below that behind a button. */
function Bar({ session }: { readonly session: Session }) {
  const [isOpen, setIsOpen] = useState(false)
  const signOut = useSignOut()
  const chosen = useChosenCounty(session)
  const problem = signOut.problem ?? chosen.problem
  return (
    <header className={classes.bar}>
      <Link to={PATHS.landing} className={classes.logo}>
        <Brand />
      </Link>
      <div className={classes.search}>
        <SearchField />
      </div>
      <nav aria-label="Main" className={classes.row}>
        <NavigationLinks session={session} />
        <WhoAndWhere session={session} chosen={chosen} />
        <Link to={PATHS.account} className={classes.accountIcon} title="Account" aria-label="Account">
          <IconUserCircle aria-hidden size={20} stroke={1.6} />
        </Link>
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
          session={session}
          signOut={signOut}
          chosen={chosen}
          onClose={() => setIsOpen(false)}
        />
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </header>
  )
}

type WhoProps = { readonly session: Session; readonly chosen: ChosenCounty }

/** The user's name, which links to their account, and their county: their only one, or the selected one. */
function WhoAndWhere({ session, chosen }: WhoProps) {
  const { username } = session
  const title = `Signed in as ${username}`
  if (choosesCounty(session)) {
    return (
      <div className={classes.who}>
        <CountySwitch session={session} chosen={chosen} look="bar" />
        <Link to={PATHS.account} className={classes.whoName} title={title}>
          {username}
        </Link>
      </div>
    )
  }
  const county = countyText(session)
  return (
    <Link to={PATHS.account} className={classes.username} title={title}>
      {county !== null && <b className={classes.county}>{county}</b>}
      {username}
    </Link>
  )
}
