import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import { sessionQuery } from '../lib/session.ts'
import { queryClient } from './query-client.ts'

/** Who is signed in as far as this tab knows; null means nobody. */
export function knownSession(): Session | null {
  return queryClient.getQueryData(sessionQuery.queryKey) ?? null
}
