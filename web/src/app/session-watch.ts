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

/** A window that comes to the front reports it twice; within this time it counts once. */
const REFOCUS_INTERVAL_MS = 1000

/** Leaves the screens behind the sign-in; on the others there is nothing to leave. */
function leaveProtected(goTo: GoTo): void {
  if (hasNavigation(location.pathname)) void leave(goTo)
  else queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** A session that ended by itself: the sign-in screen says so, and the way back is remembered. */
function leaveEndedSession(goTo: GoTo): void {
  rememberReturnPoint({ path: location.pathname + location.search, isSignedOut: true })
  leaveProtected(goTo)
}

/** The session as it is now. Somebody else's, or with other rights: nothing of what was read before stays. */
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
 * Asks who is signed in now; no call is sent until that is known or has taken too long. `whenNobody` runs if nobody is.
 */
function askAgain(whenNobody: () => void): void {
  // Nobody is shown anything here: the next screen asks by itself.
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

/** Asks again when the window comes to the front: what other tabs have done to the session may not have been heard. */
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

/** Follows the session of the browser for as long as the page is open. */
export function watchSession(goTo: GoTo): void {
  clearSignedOut()
  // A 401 from any call logs the user out (specification, section 8).
  onSessionGone(() => {
    const sessionKey = knownSession()?.sessionKey
    // Most often the session is gone already, so how this ends does not matter. One that began in another tab since stays.
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
      // What the screen has stored in the meantime goes too.
      clearTab()
      leaveProtected(goTo)
    })
  })
}
