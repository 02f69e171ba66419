import { DESKTOP_NAVIGATION_MIN_WIDTH } from '@portal/contract/limits.ts'
import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useModalDialog } from '../ui/use-modal-dialog.ts'
import { NavigationLinks, type Person } from './navigation-bar.tsx'
import classes from './navigation.module.css'
import type { SignOut } from './use-sign-out.ts'

type Props = Person & { readonly signOut: SignOut; readonly onClose: () => void }

/** The navigation on narrow screens: over everything, and it keeps the focus until it closes. */
export function NavigationOverlay({ username, county, signOut, onClose }: Props) {
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
        <NavigationLinks username={username} onFollow={onClose} />
        <button type="button" className={classes.entry} disabled={signOut.isBusy} onClick={signOut.start}>
          Logout
        </button>
      </nav>
      <p className={classes.signedIn}>
        Signed in as {username}
        {county !== null && `, ${county}`}
      </p>
    </dialog>
  )
}

/** A window that grows has its bar back, so that the overlay is in the way. */
function useWhenWide(onWide: () => void): void {
  const tell = useEffectEvent(onWide)
  useEffect(() => {
    const isWide = matchMedia(`(width >= ${DESKTOP_NAVIGATION_MIN_WIDTH}px)`)
    const onChange = () => isWide.matches && tell()
    isWide.addEventListener('change', onChange)
    return () => isWide.removeEventListener('change', onChange)
  }, [])
}
