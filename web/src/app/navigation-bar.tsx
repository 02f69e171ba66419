import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../lib/paths.ts'
import { SearchField } from '../features/search/search-field.tsx'
import { Brand } from '../ui/brand.tsx'
import { KeysOfPortal } from './account-links.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BatchLine } from './batch-line.tsx'
import { NavigationLinks, WorkLink } from './navigation-links.tsx'
import { NavigationOverlay } from './navigation-overlay.tsx'
import { NoticesBell } from './notices-bell.tsx'
import { CountyInBar } from './county-switch.tsx'
import classes from './navigation.module.css'
import { useChosenCounty } from './use-chosen-county.ts'
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

/** Two rows from 768 px of width that never wrap; below that one row, with the entries behind a button. */
function Bar({ session }: { readonly session: Session }) {
  const [isOpen, setIsOpen] = useState(false)
  const [areKeysShown, setAreKeysShown] = useState(false)
  const showKeys = () => setAreKeysShown(true)
  const signOut = useSignOut()
  const chosen = useChosenCounty(session)
  const problem = signOut.problem ?? chosen.problem
  return (
    <header className={classes.bar}>
      <div className={classes.top}>
        <Link to={PATHS.landing} className={classes.logo}>
          <Brand />
        </Link>
        <CountyInBar session={session} chosen={chosen} />
        <div className={classes.search}>
          <SearchField />
        </div>
        {!session.secondFactor && <WorkLink session={session} />}
        {!session.secondFactor && <NoticesBell username={session.username} />}
        <AccountMenu session={session} onKeys={showKeys} />
        <MenuButton isOpen={isOpen} onOpen={() => setIsOpen(true)} />
      </div>
      <nav aria-label="Main" className={classes.row}>
        <NavigationLinks session={session} />
        <button type="button" className={classes.logout} disabled={signOut.isBusy} onClick={signOut.start}>
          Logout
        </button>
      </nav>
      {isOpen && (
        <NavigationOverlay
          session={session}
          signOut={signOut}
          chosen={chosen}
          onKeys={showKeys}
          onClose={() => setIsOpen(false)}
        />
      )}
      <KeysOfPortal opened={areKeysShown} onClose={() => setAreKeysShown(false)} />
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </header>
  )
}

type ButtonProps = { readonly isOpen: boolean; readonly onOpen: () => void }

function MenuButton({ isOpen, onOpen }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes.menuButton}
      aria-label="Menu"
      title="Menu"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <IconMenu2 aria-hidden size={22} />
    </button>
  )
}
