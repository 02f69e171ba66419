import { login } from '@portal/contract/sign-in/sign-in.ts'
import type { SECOND_FACTOR_REQUIRED } from '@portal/contract/sign-in/code-errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, type CallError } from '../../../lib/call.ts'
import { loadOptionalChunk } from '../../../lib/chunk.ts'
import { notifyOtherTabs } from '../../../lib/other-tabs.ts'
import { PATHS } from '../../../lib/paths.ts'
import { sessionQuery } from '../../../lib/session.ts'
import { endPeriod } from '../../../lib/signed-out.ts'
import type { Failure } from '../failure.ts'
import type { CodeStep } from '../second-factor/code-step.tsx'
import type { NextSteps } from '../single-sign-on/use-single-sign-on.ts'
import { signInFailure, signInProblem, type Credentials } from './sign-in-texts.ts'
import { useSubmission } from '../use-submission.ts'

const COOKIE_REFUSED: Failure = {
  text: 'Your browser did not keep the sign-in.',
  hint: 'Please allow cookies for this site and try again.',
}

/** A literal, because an import would add an unused sentence to the download of a first visit. */
const CODE_COMES_NEXT: typeof SECOND_FACTOR_REQUIRED.code = 'sign_in.second_factor_required'

/** The second step of signing in, for users with a second factor. */
type Second = { readonly CodeStep: typeof CodeStep }

/** Signing in, from the form to the splash screen. Users with a second factor see `codeStep` in between. */
export function useLoginScreen() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const firstRef: NextSteps['firstRef'] = useRef(null)
  const [codeStep, setCodeStep] = useState<Second | null>(null)

  /** Continues as the signed-in user; resolves with the failure if that fails. */
  const enter = async (): Promise<Failure | null> => {
    // A late rejection of an earlier request must not affect this session.
    endPeriod()
    const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    if (!session) return COOKIE_REFUSED
    notifyOtherTabs('session changed')
    await navigate((await firstRef.current?.()) ?? PATHS.welcome)
    return null
  }
  const onCode = async () =>
    setCodeStep(await loadOptionalChunk(22, () => import('../second-factor/code-step.tsx')))
  const form = useSubmission(async (credentials: Credentials): Promise<Failure | null> => {
    const problem = signInProblem(credentials)
    if (problem) return { text: problem, hint: null }
    try {
      await call(login, { body: credentials })
      return await enter()
    } catch (error) {
      if ((error as Partial<CallError>).code !== CODE_COMES_NEXT) return signInFailure(error)
      await onCode()
      return null
    }
  })
  return { ...form, enter, onCode, firstRef, codeStep, leaveCodeStep: () => setCodeStep(null) }
}
