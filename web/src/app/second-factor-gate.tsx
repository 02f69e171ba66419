import type { Session } from '@portal/contract/sign-in/sign-in.ts'
import type { SECOND_FACTOR_NEEDED } from '@portal/contract/common-errors.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { CallError } from '../lib/call.ts'
import { loadChunk } from '../lib/chunk.ts'
import { fetchSession, SessionContext, sessionQuery } from '../lib/session.ts'

const SecondFactorFirst = lazy(() =>
  loadChunk(24, async () => ({
    default: (await import('../features/auth/required/second-factor-first.tsx')).SecondFactorFirst,
  })),
)

/** Only the code, so that a first visit does not load the error's text. */
const NEEDED = 'session.second_factor_needed' satisfies (typeof SECOND_FACTOR_NEEDED)['code']

type Props = { readonly session: Session; readonly children: ReactNode }

/**
 * Shows the screen to users who signed in with every factor that their role requires, and to others what is missing.
 * It stays until setup is complete: after adding a second factor, the user must still save the recovery codes.
 */
export function SecondFactorGate({ session, children }: Props) {
  const { username, secondFactor } = session
  const [person, setPerson] = useState(username)
  const [needed, setNeeded] = useState(secondFactor)
  const [isDone, setDone] = useState(false)
  useRefusals()
  // No React key here: the screens behind must notice that another user is signed in.
  const isSomebodyElse = person !== username
  if (isSomebodyElse) setPerson(username)
  if (isSomebodyElse || (secondFactor && secondFactor !== needed)) {
    setNeeded(secondFactor)
    setDone(false)
  }
  if (needed && isDone && !secondFactor) setNeeded(undefined)
  if (!needed) return children
  return (
    <SessionContext value={session}>
      <Suspense fallback={null}>
        <SecondFactorFirst key={`${person} ${needed}`} needed={needed} onDone={() => setDone(true)} />
      </Suspense>
    </SessionContext>
  )
}

/** A call rejected for a missing second factor shows that the session has changed, so it is requested again. */
function useRefusals(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const hear = ({ type, action }: Heard) => {
      if (type === 'updated' && action?.type === 'error' && isRefusal(action.error)) void askAnew(queryClient)
    }
    const ends = [queryClient.getQueryCache().subscribe(hear), queryClient.getMutationCache().subscribe(hear)]
    return () => ends.forEach((end) => end())
  }, [queryClient])
}

/** The event shape that the query cache and the mutation cache share. */
type Heard = { readonly type: string; readonly action?: { readonly type: string; readonly error?: unknown } }

function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.code === NEEDED
}

async function askAnew(queryClient: QueryClient): Promise<void> {
  try {
    queryClient.setQueryData(sessionQuery.queryKey, await fetchSession())
  } catch (error) {
    console.error('Could not load session:', error)
  }
}
