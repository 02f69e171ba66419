import { login } from '@portal/contract/auth.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/call.ts'
import { tellOtherTabs } from '../../../lib/other-tabs.ts'
import { PATHS } from '../../../lib/paths.ts'
import { sessionQuery } from '../../../lib/session.ts'
import type { Failure } from '../failure.ts'
import { signInFailure, signInProblem, type Credentials } from './sign-in-texts.ts'
import { useSubmission } from '../use-submission.ts'

const COOKIE_REFUSED: Failure = {
  text: 'Your browser did not keep the sign-in.',
  hint: 'Please allow cookies for this site and try again.',
}

/** Signing in: from the form to the splash screen. */
export function useLoginScreen() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  /** Goes on as whoever has just signed in; why not, where that fails. */
  const enter = async (): Promise<Failure | null> => {
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (!session) return COOKIE_REFUSED
    tellOtherTabs('session changed')
    await navigate(PATHS.welcome)
    return null
  }
  const form = useSubmission(async (credentials: Credentials): Promise<Failure | null> => {
    const problem = signInProblem(credentials)
    if (problem) return { text: problem, hint: null }
    try {
      await call(login, { body: credentials })
      return await enter()
    } catch (error) {
      return signInFailure(error)
    }
  })
  return { ...form, enter }
}
