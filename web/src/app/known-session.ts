import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { sessionQuery } from '../lib/session.ts'
import { queryClient } from './query-client.ts'

/** The session that this tab has cached; null means that no user is signed in. */
export function knownSession(): Session | null {
  return queryClient.getQueryData(sessionQuery.queryKey) ?? null
}
