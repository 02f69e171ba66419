import { logout } from '@portal/contract/auth.ts'
import { call } from '../lib/call.ts'
import { tellOtherTabs } from '../lib/other-tabs.ts'
import { PATHS } from '../lib/paths.ts'
import { sessionQuery } from '../lib/session.ts'
import { endPeriod } from '../lib/signed-out.ts'
import { forgetEverybody } from '../lib/tab-memory.ts'
import { fieldsOf } from '../lib/wire.ts'
import { queryClient } from './query-client.ts'

export type GoTo = (path: string, options: { replace: boolean }) => unknown

/** Forgets everything that was read, so that the next person does not find it. */
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

/**
 * Ends the session at the server, then leaves, and goes on to the issuer that it was begun with.
 * @throws CallError where the server could not be told.
 */
export async function signOut(goTo: GoTo): Promise<void> {
  const { continueAt } = fieldsOf(await call(logout))
  tellOtherTabs('signed out')
  forgetEverybody()
  await leave(goTo)
  if (continueAt) location.assign(continueAt)
}
