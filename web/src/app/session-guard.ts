import { logout, type Session } from '@portal/contract/auth.ts'
import { redirect } from 'react-router'
import { call } from '../lib/call.ts'
import { PATHS } from '../lib/paths.ts'
import { sessionQuery } from '../lib/session.ts'
import { endPeriod, onSessionGone } from '../lib/signed-out.ts'
import { queryClient } from './query-client.ts'

type GoTo = (path: string, options: { replace: boolean }) => unknown

function readSession(): Promise<Session | null> {
  return queryClient.ensureQueryData(sessionQuery)
}

/** Loader of '/': the splash for whoever is signed in, else the sign-in screen. */
export async function chooseStart() {
  throw redirect((await readSession()) ? PATHS.welcome : PATHS.login)
}

/** Loader of the protected screens. While nobody can tell who is signed in, the failure is shown, not the sign-in. */
export async function requireSession() {
  if (!(await readSession())) throw redirect(PATHS.login)
  return null
}

/** Loader of the sign-in screen: not for those who are signed in already. */
export async function requireNobody() {
  const session = await readSession().catch(() => null)
  if (session) throw redirect(PATHS.welcome)
  return null
}

/** Forgets who was signed in and all they have read, and goes to the sign-in screen. */
async function leave(goTo: GoTo): Promise<void> {
  endPeriod()
  await queryClient.cancelQueries()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  await goTo(PATHS.login, { replace: true })
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !['session', 'config'].includes(String(queryKey[0])),
  })
}

/** Ends the session at the server, then leaves. Throws CallError where the server could not be told. */
export async function signOut(goTo: GoTo): Promise<void> {
  await call(logout)
  await leave(goTo)
}

/** A 401 from any call logs the user out (specification, section 8). */
export function leaveWhenSessionIsGone(goTo: GoTo): void {
  onSessionGone(() => {
    // The session is gone already; this only takes its cookie along, so how it ends does not matter.
    void call(logout).catch(() => {})
    void leave(goTo)
  })
}
