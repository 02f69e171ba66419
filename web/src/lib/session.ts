import { getSession, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, CallError } from './call.ts'
import { readSession } from './session.wire.ts'
import { storeSessionKey } from './signed-out.ts'

/**
 * Requests the current session; null means that no user is signed in.
 * @throws CallError if the request fails, or the signal's reason.
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
 * The current session; null means that no user is signed in. An outage is an error, not a sign-out. The session watch
 * handles changes that other tabs make.
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
 * Whether both sessions have the same user, rights and counties, on which the screens depend. The selected county and
 * county names may change while a screen is open, so they do not count.
 */
export function isSamePerson(one: Session, other: Session): boolean {
  return partsOf(one) === partsOf(other)
}

/** The session, provided to the protected screens. */
export const SessionContext = createContext<Session | null>(null)

/** Returns the session, for components inside the protected screens. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession stands inside the protected screens only.')
  return session
}
