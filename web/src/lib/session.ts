import { getSession, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, CallError } from './call.ts'
import { readSession } from './session.wire.ts'
import { storeSessionKey } from './signed-out.ts'

/**
 * Asks who is signed in; null means nobody.
 * @throws CallError where that cannot be found out, or the signal's reason.
 */
export async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    const session = readSession(await call(getSession, { signal }))
    storeSessionKey(session?.sessionKey ?? null)
    return session
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
  queryFn: () => fetchSession(),
  staleTime: 'static',
})

function partsOf({ username, isAdmin, counties, rights }: Session): string {
  const countyIds = counties.map(({ CountyID }) => CountyID).toSorted((one, other) => one - other)
  return JSON.stringify([username, isAdmin, countyIds, rights.toSorted()])
}

/**
 * Whether these are the same person with the same rights in the same counties: what screens show depends on it. Which
 * of their counties they work for changes under a screen, and so does a county's name.
 */
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
