import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { DESKTOP_NAVIGATION_MIN_WIDTH_PX } from '@portal/contract/limits.ts'
import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { countyText } from '../lib/county-text.ts'
import { PATHS } from '../lib/paths.ts'
import { choosesCounty } from '../lib/rights.ts'
import { useModalDialog } from '../ui/use-modal-dialog.ts'
import { AccountLinks } from './account-links.tsx'
import { CountySwitch } from './county-switch.tsx'
import { NavigationLinks } from './navigation-links.tsx'
import classes from './navigation.module.css'
import type { ChosenCounty } from './use-chosen-county.ts'
import type { SignOut } from './use-sign-out.ts'

type Props = {
  readonly session: Session
  readonly signOut: SignOut
  readonly chosen: ChosenCounty
  readonly onKeys: () => void
  readonly onClose: () => void
}

/** The navigation on narrow screens: covers everything and traps the focus until it closes. */
export function NavigationOverlay({ session, signOut, chosen, onKeys, onClose }: Props) {
  const county = choosesCounty(session) ? null : countyText(session)
  const dialog = useModalDialog(onClose)
  useWhenWide(onClose)
  return (
    <dialog ref={dialog} className={classes.overlay} aria-label="Menu">
      <button
        type="button"
        className={classes.closeButton}
        aria-label="Close menu"
        title="Close menu"
        onClick={onClose}
      >
        <IconX aria-hidden size={22} />
      </button>
      <nav aria-label="Main" className={classes.column}>
        <NavigationLinks session={session} onFollow={onClose} />
        <button type="button" className={classes.entry} disabled={signOut.isBusy} onClick={signOut.start}>
          Logout
        </button>
      </nav>
      {choosesCounty(session) && (
        <div className={classes.menuSwitch}>
          <CountySwitch session={session} chosen={chosen} look="menu" />
        </div>
      )}
      <AccountLinks
        session={session}
        className={classes.menuAccount}
        onFollow={onClose}
        onKeys={() => {
          onClose()
          onKeys()
        }}
      />
      <p className={classes.signedIn}>
        Signed in as{' '}
        <Link to={PATHS.account} onClick={onClose}>
          {session.username}
        </Link>
        {county !== null && `, ${county}`}
      </p>
    </dialog>
  )
}

/** Calls `onWide` when the window grows: the bar is back, and the overlay would cover it. */
function useWhenWide(onWide: () => void): void {
  const tell = useEffectEvent(onWide)
  useEffect(() => {
    const isWide = matchMedia(`(width >= ${DESKTOP_NAVIGATION_MIN_WIDTH_PX}px)`)
    const onChange = () => isWide.matches && tell()
    isWide.addEventListener('change', onChange)
    return () => isWide.removeEventListener('change', onChange)
  }, [])
}
