import { logout, type Session } from '@portal/contract/auth.ts'
import { call } from '../lib/call.ts'
import { now } from '../lib/clock.ts'
import { onNewsOfOtherTabs } from '../lib/other-tabs.ts'
import { rememberLeaving } from '../lib/return-path.ts'
import { askSession, isSamePerson, sessionQuery } from '../lib/session.ts'
import { endPeriod, HELD_AT_MOST, holdCallsUntil, onSessionGone } from '../lib/signed-out.ts'
import { forgetEverybody, giveTabTo } from '../lib/tab-memory.ts'
import { hasNavigation } from './navigation-entries.ts'
import { queryClient } from './query-client.ts'
import { forgetAllRead, leave, type GoTo } from './session-guard.ts'

/** Milliseconds within which a window that comes to the front, and says so twice, is asked for once. */
const ASKED_JUST_NOW = 1000

function knownSession(): Session | null {
  return queryClient.getQueryData(sessionQuery.queryKey) ?? null
}

/** Leaves the screens behind the sign-in; on the others there is nothing to leave. */
function leaveProtected(goTo: GoTo): void {
  if (hasNavigation(location.pathname)) void leave(goTo)
  else queryClient.setQueryData(sessionQuery.queryKey, null)
}

/** A session that ended by itself: the sign-in screen says so, and the way back is remembered. */
function leaveEndedSession(goTo: GoTo): void {
  rememberLeaving({ path: location.pathname + location.search, isSignedOut: true })
  leaveProtected(goTo)
}

/** The session of this browser is somebody else's now: nothing of the first one stays. */
function changePerson(session: Session): void {
  endPeriod()
  giveTabTo(session.username)
  forgetAllRead()
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

/** Asks who is signed in by now; no call goes out before that is known, or has gone unanswered for too long. `whenNobody` is what to do if nobody is. */
function askAgain(whenNobody: () => void): void {
  // Nobody is shown anything here: the next screen asks by itself.
  if (!knownSession()) return queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  const compare = async () => {
    try {
      const session = await askSession(AbortSignal.timeout(HELD_AT_MOST))
      const known = knownSession()
      if (!known) return
      if (!session) whenNobody()
      else if (!isSamePerson(session, known)) changePerson(session)
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
    if (document.visibilityState !== 'visible' || moment - askedAt < ASKED_JUST_NOW) return
    askedAt = moment
    ask()
  }
  window.addEventListener('focus', askOnce)
  window.addEventListener('pageshow', ({ persisted }) => persisted && askOnce())
  document.addEventListener('visibilitychange', askOnce)
}

/** Follows the session of the browser for as long as the page is open. */
export function watchSession(goTo: GoTo): void {
  // A 401 from any call logs the user out (specification, section 8).
  onSessionGone(() => {
    // The session is gone already; this only takes its cookie along, so how it ends does not matter.
    void call(logout).catch(() => {})
    leaveEndedSession(goTo)
  })
  const whenEnded = () => leaveEndedSession(goTo)
  onComingToFront(() => knownSession() && askAgain(whenEnded))
  onNewsOfOtherTabs((news) => {
    if (news === 'session changed') return askAgain(whenEnded)
    forgetEverybody()
    return askAgain(() => {
      // What the screen has kept while it was asked goes too.
      forgetEverybody()
      leaveProtected(goTo)
    })
  })
}
