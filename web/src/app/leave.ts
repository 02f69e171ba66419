import { PATHS } from '../lib/paths.ts'
import { sessionQuery } from '../lib/session.ts'
import { endPeriod } from '../lib/signed-out.ts'
import { queryClient } from './query-client.ts'

export type GoTo = (path: string, options: { replace: boolean }) => unknown

/** Removes all data that was read, so that the next user cannot see it. */
export function clearQueries(): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !['session', 'config'].includes(String(queryKey[0])),
  })
}

/** Removes the session and all data that the user has read, and goes to the sign-in screen. */
export async function leave(goTo: GoTo): Promise<void> {
  endPeriod()
  await queryClient.cancelQueries()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  await goTo(PATHS.login, { replace: true })
  clearQueries()
}
