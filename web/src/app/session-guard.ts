import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { PATHS } from '../lib/paths.ts'
import { rememberReturnPoint } from '../lib/return-path.ts'
import { sessionQuery } from '../lib/session.ts'
import { mayGo } from './public-screens.tsx'
import { queryClient } from './query-client.ts'

/** The current session; undefined if it could not be loaded, which is only logged (specification, section 8). */
async function readSession(): Promise<Session | null | undefined> {
  return await queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
}

/** The user's start: the splash screen when signed in, otherwise the sign-in screen. */
function startOf(session: Session | null) {
  return session ? PATHS.welcome : PATHS.login
}

/** Loader of '/'. */
export async function chooseStart() {
  throw redirect(startOf((await readSession()) ?? null))
}

/** Loader of a screen: admits users who may open it, and redirects others to their start. */
export async function requireAccess({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  const wasOpened = takeOpenedAddress() === address
  const found = await readSession()
  const session = found ?? null
  if (mayGo(session, address)) return null
  if (wasOpened && !session) rememberReturnPoint({ path: address, isSignedOut: found === null })
  throw redirect(startOf(session))
}

function addressOpened(): string | null {
  const [entry] = performance.getEntriesByType('navigation')
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
  // After Back, the user had left this screen on purpose, perhaps by signing out.
  return isBack ? null : location.pathname + location.search
}

let opened = addressOpened()

/** Returns the address that this page was opened at, to the first caller only. */
function takeOpenedAddress(): string | null {
  const address = opened
  opened = null
  return address
}
