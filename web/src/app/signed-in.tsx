import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { PATHS, screenAt } from '../lib/paths.ts'
import { clearReturnPoint } from '../lib/return-path.ts'
import { isSamePerson, SessionContext, sessionQuery } from '../lib/session.ts'
import { claimTab } from '../lib/tab-memory.ts'
import { SecondFactorGate } from './second-factor-gate.tsx'
import { IconX } from '@tabler/icons-react'
import classes from './frame.module.css'

/** Another user is signed in, or the same user has other rights or counties. */
type Change = 'person' | 'access'

const NEWS: Readonly<Record<Change, string>> = {
  person: 'Another person has signed in with this browser. This tab is now signed in as',
  access: 'What you may see and do here has been changed, so this screen starts again. You are signed in as',
}

type PersonChangedProps = {
  readonly session: Session
  readonly change: Change
  readonly onDismiss: () => void
}

/** Wraps the protected screens: provides the session, and leaves them once no user is signed in. */
export function SignedIn() {
  const session = useQuery(sessionQuery).data
  if (!session) return <Navigate to={PATHS.login} replace />
  return (
    <SecondFactorGate session={session}>
      <Screens session={session} />
    </SecondFactorGate>
  )
}

function Screens({ session }: { readonly session: Session }) {
  const { owner, isHandedOver, change, dismiss } = usePersonOfScreen(session)
  useMemoryOfTab(session)
  return (
    <SessionContext value={session}>
      {change && <PersonChanged session={session} change={change} onDismiss={dismiss} />}
      {isHandedOver && <Outlet key={JSON.stringify(owner)} />}
    </SessionContext>
  )
}

/**
 * Tracks the user of the screen. If the session gets another user, other rights or other counties, it first removes the
 * screen's input and the filters in the address, and then shows the screen again.
 */
function usePersonOfScreen(session: Session) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [owner, setOwner] = useState(session)
  const [change, setChange] = useState<Change | null>(null)
  const isOther = !isSamePerson(owner, session)
  const isCleared = search === ''
  if (isOther && isCleared) {
    setOwner(session)
    setChange(owner.username === session.username ? 'access' : 'person')
  }
  useEffect(() => {
    if (isOther && !isCleared) void navigate(pathname, { replace: true })
  }, [isOther, isCleared, pathname, navigate])
  return { owner, isHandedOver: !isOther, change, dismiss: () => setChange(null) }
}

/** Claims the tab's storage for this user: removes other users' data, and keeps this user's own. */
function useMemoryOfTab({ username }: Session): void {
  const { pathname } = useLocation()
  useEffect(() => claimTab(username), [username])
  useEffect(() => {
    if (!STARTS.has(screenAt(pathname))) clearReturnPoint(username)
  }, [username, pathname])
}

/** The screens that offer to return to the stored address. */
const STARTS = new Set<string>([PATHS.welcome, PATHS.landing])

/** Explains why the screen has changed. */
function PersonChanged({ session, change, onDismiss }: PersonChangedProps) {
  return (
    <div role="alert" className={classes.personChanged}>
      <p>
        {NEWS[change]} <strong>{session.username}</strong> ({scopeOf(session)}).
      </p>
      <button
        type="button"
        className={classes.dismiss}
        aria-label="Dismiss"
        title="Dismiss"
        onClick={onDismiss}
      >
        <IconX aria-hidden size={16} />
      </button>
    </div>
  )
}

/** The counties that the user sees: every county, several, one or none. */
function scopeOf({ isAdmin, countyName, counties }: Session): string {
  if (isAdmin) return 'administrator'
  return counties.length > 1 ? `${counties.length} counties` : (countyName ?? 'no county')
}
