import { logout, type Session } from '@portal/contract/auth.ts'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { call } from '../lib/call.ts'
import { tellOtherTabs } from '../lib/other-tabs.ts'
import { PATHS } from '../lib/paths.ts'
import { rememberLeaving } from '../lib/return-path.ts'
import { sessionQuery } from '../lib/session.ts'
import { endPeriod } from '../lib/signed-out.ts'
import { forgetEverybody } from '../lib/tab-memory.ts'
import { queryClient } from './query-client.ts'

export type GoTo = (path: string, options: { replace: boolean }) => unknown

/** Who is signed in; undefined where nobody can tell, which is logged and no more (specification, section 8). */
async function readSession(): Promise<Session | null | undefined> {
  return await queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
}

/** Loader of '/': the splash for whoever is signed in, else the sign-in screen. */
export async function chooseStart() {
  throw redirect((await readSession()) ? PATHS.welcome : PATHS.login)
}

/** Loader of the protected screens: nobody but those who are signed in. */
export async function requireSession({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const wasOpened = takeOpenedAddress() === pathname + search
  const session = await readSession()
  if (session) return null
  if (wasOpened) rememberLeaving({ path: pathname + search, isSignedOut: session === null })
  throw redirect(PATHS.login)
}

/** Loader of the sign-in screen: not for those who are signed in already. */
export async function requireNobody() {
  if (await readSession()) throw redirect(PATHS.welcome)
  return null
}

function addressOpened(): string | null {
  const [entry] = performance.getEntriesByType('navigation')
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
  // Back leads to what somebody left, who may have signed out.
  return isBack ? null : location.pathname + location.search
}

let opened = addressOpened()

/** The address that this page was opened at, for the first who asks. */
function takeOpenedAddress(): string | null {
  const address = opened
  opened = null
  return address
}

/** Forgets all that was read, so that whoever comes next does not find it. */
export function forgetAllRead(): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !['session', 'config'].includes(String(queryKey[0])),
  })
}

/** Forgets who was signed in and all they have read, and goes to the sign-in screen. */
export async function leave(goTo: GoTo): Promise<void> {
  endPeriod()
  await queryClient.cancelQueries()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  await goTo(PATHS.login, { replace: true })
  forgetAllRead()
}

/** Ends the session at the server, then leaves. Throws CallError where the server could not be told. */
export async function signOut(goTo: GoTo): Promise<void> {
  await call(logout)
  tellOtherTabs('signed out')
  forgetEverybody()
  await leave(goTo)
}
