import { getSession, type Session } from '@portal/contract/auth.ts'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, CallError } from './call.ts'

async function readSession(): Promise<Session | null> {
  try {
    return await call(getSession)
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}

/** Who is signed in; null means nobody. An outage is a failure, not a signing out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 'static',
})

/** Filled by the frame around the protected screens. */
export const SessionContext = createContext<Session | null>(null)

/** Who is signed in, for what stands inside the protected screens. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession stands inside the protected screens only.')
  return session
}
