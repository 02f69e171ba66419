import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { PATHS } from '../lib/paths.ts'
import { rememberReturnPoint } from '../lib/return-path.ts'
import { sessionQuery } from '../lib/session.ts'
import { mayGo } from './public-screens.tsx'
import { queryClient } from './query-client.ts'

/** Who is signed in; undefined where that cannot be found out, which is only logged (specification, section 8). */
async function readSession(): Promise<Session | null | undefined> {
  return await queryClient.ensureQueryData(sessionQuery).catch(() => undefined)
}

/** Where people start: on the splash screen when signed in, otherwise on the sign-in screen. */
function startOf(session: Session | null) {
  return session ? PATHS.welcome : PATHS.login
}

/** Loader of '/'. */
export async function chooseStart() {
  throw redirect(startOf((await readSession()) ?? null))
}

/** Loader of a screen: lets in whoever may go there, and sends everybody else to where they start. */
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
  // Back leads to a screen that was left on purpose, perhaps by signing out.
  return isBack ? null : location.pathname + location.search
}

let opened = addressOpened()

/** The address that this page was opened at; only the first caller gets it. */
function takeOpenedAddress(): string | null {
  const address = opened
  opened = null
  return address
}
