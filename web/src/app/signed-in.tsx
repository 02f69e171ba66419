import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet } from 'react-router'
import { PATHS } from '../lib/paths.ts'
import { SessionContext, sessionQuery } from '../lib/session.ts'

/** Around the protected screens: they know who is signed in, and are left when nobody is any more. */
export function SignedIn() {
  const session = useQuery(sessionQuery).data
  if (!session) return <Navigate to={PATHS.login} replace />
  return (
    <SessionContext value={session}>
      <Outlet />
    </SessionContext>
  )
}
