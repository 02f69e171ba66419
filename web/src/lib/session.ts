import { getSession, type Session } from '@portal/contract/auth.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, CallError } from './call.ts'

/** Asks who is signed in; null means nobody. Throws CallError where that cannot be told, or the signal's reason. */
export async function askSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    return await call(getSession, { signal })
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}

/**
 * Who is signed in; null means nobody. An outage is a failure, not a signing out. What the browser's other tabs may have
 * changed is asked by the watch of the session, which knows what to do about it.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => askSession(),
  staleTime: 'static',
})

/** Whether these are the same person with the same rights: all that screens show depends on it. */
export function isSamePerson(one: Session, other: Session): boolean {
  return one.username === other.username && one.isAdmin === other.isAdmin && one.countyID === other.countyID
}

/** Filled by the frame around the protected screens. */
export const SessionContext = createContext<Session | null>(null)

/** Who is signed in, for what stands inside the protected screens. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession stands inside the protected screens only.')
  return session
}
