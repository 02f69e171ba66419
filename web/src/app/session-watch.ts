import { logout, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { call } from '../lib/call.ts'
import { now } from '../lib/clock.ts'
import { onNewsOfOtherTabs } from '../lib/other-tabs.ts'
import { rememberReturnPoint } from '../lib/return-path.ts'
import { fetchSession, isSamePerson, sessionQuery } from '../lib/session.ts'
import { endPeriod, HOLD_TIMEOUT_MS, holdCallsUntil, onSessionGone } from '../lib/signed-out.ts'
import { clearTab, clearSignedOut, claimTab } from '../lib/tab-memory.ts'
import { knownSession } from './known-session.ts'
import { hasNavigation } from './public-screens.tsx'
import { queryClient } from './query-client.ts'
import { clearQueries, leave, type GoTo } from './leave.ts'

/** A window that comes to the front fires two events; within this time they count as one. */
const REFOCUS_INTERVAL_MS = 1000

/** Leaves a protected screen; does nothing on a public one. */
function leaveProtected(goTo: GoTo): void {
  if (hasNavigation(location.pathname)) void leave(goTo)
  else queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** Leaves after the session ended by itself: stores the way back, and the sign-in screen says that it ended. */
function leaveEndedSession(goTo: GoTo): void {
  rememberReturnPoint({ path: location.pathname + location.search, isSignedOut: true })
  leaveProtected(goTo)
}

/** Applies the current session. If the user or their rights changed, it removes all data read before. */
function follow(session: Session, known: Session): void {
  if (isSamePerson(session, known)) {
    queryClient.setQueryData(sessionQuery.queryKey, session)
    return
  }
  endPeriod()
  claimTab(session.username)
  clearQueries()
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/**
 * Requests the current session. No call is sent until it is known or the request times out. `whenNobody` runs if no
 * user is signed in.
 */
function askAgain(whenNobody: () => void): void {
  // No user is known in this tab, so no data is on screen: the next screen requests the session itself.
  if (!knownSession()) return queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  const compare = async () => {
    try {
      const session = await fetchSession(AbortSignal.timeout(HOLD_TIMEOUT_MS))
      const known = knownSession()
      if (!known) return
      if (!session) whenNobody()
      else follow(session, known)
    } catch (error) {
      console.error('Could not load session:', error)
    }
  }
  return holdCallsUntil(compare())
}

/** Asks again when the window comes to the front: this tab may have missed session changes by other tabs. */
function onComingToFront(ask: () => void): void {
  let askedAt = 0
  const askOnce = () => {
    const moment = now().getTime()
    if (document.visibilityState !== 'visible' || moment - askedAt < REFOCUS_INTERVAL_MS) return
    askedAt = moment
    ask()
  }
  window.addEventListener('focus', askOnce)
  window.addEventListener('pageshow', ({ persisted }) => persisted && askOnce())
  document.addEventListener('visibilitychange', askOnce)
}

/** Watches the browser's session for as long as the page is open. */
export function watchSession(goTo: GoTo): void {
  clearSignedOut()
  // A 401 from any call logs the user out (specification, section 8).
  onSessionGone(() => {
    const sessionKey = knownSession()?.sessionKey
    // Usually the session is already gone, so the outcome does not matter. A newer session of another tab stays.
    if (sessionKey !== undefined)
      void call(logout, { body: { ...(sessionKey && { sessionKey }) } }).catch(() => {})
    leaveEndedSession(goTo)
  })
  const whenEnded = () => leaveEndedSession(goTo)
  onComingToFront(() => knownSession() && askAgain(whenEnded))
  onNewsOfOtherTabs((news) => {
    if (news === 'session changed') return askAgain(whenEnded)
    clearSignedOut()
    return askAgain(() => {
      // Also removes what the screen has stored in the meantime.
      clearTab()
      leaveProtected(goTo)
    })
  })
}
