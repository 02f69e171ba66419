import { getSession, type Session } from '@portal/contract/auth.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, CallError } from './call.ts'
import { readSession } from './session.wire.ts'

/**
 * Asks who is signed in; null means nobody.
 * @throws CallError where that cannot be found out, or the signal's reason.
 */
export async function askSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    return readSession(await call(getSession, { signal }))
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}

/**
 * Who is signed in; null means nobody. An outage is a failure, not a sign-out. What other tabs may have changed is the
 * business of the session watch, which knows what to do about it.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => askSession(),
  staleTime: 'static',
})

const partsOf = ({ username, isAdmin, countyID, counties, rights }: Session) =>
  JSON.stringify([username, isAdmin, countyID, counties, rights])

/** Whether these are the same person with the same rights: all that screens show depends on it. */
export function isSamePerson(one: Session, other: Session): boolean {
  return partsOf(one) === partsOf(other)
}

/** Provided around the protected screens. */
export const SessionContext = createContext<Session | null>(null)

/** Who is signed in, for the components inside the protected screens. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession stands inside the protected screens only.')
  return session
}
