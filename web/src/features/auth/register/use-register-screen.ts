import { register } from '@portal/contract/sign-in/registration.ts'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { newPasswordProblem } from '../new-password.ts'
import {
  aboutField,
  registrationFailure,
  registrationProblem,
  toRegistration,
  type RegisterFailure,
  type Registrant,
} from './register-texts.ts'
import { useSubmission } from '../use-submission.ts'

/** Registering: from the form to the notice that a mail was sent. */
export function useRegisterScreen() {
  const [registered, setRegistered] = useState<string | null>(null)

  const submission = useSubmission(async (typed: Registrant): Promise<RegisterFailure | null> => {
    const problem = registrationProblem(typed)
    if (problem) return problem
    const tooWeak = await newPasswordProblem(typed.password)
    if (tooWeak) return aboutField('password', tooWeak)
    const body = toRegistration(typed)
    try {
      await call(register, { body })
    } catch (error) {
      return registrationFailure(error)
    }
    setRegistered(body.email)
    return null
  })

  /** `registered` is the address that a mail was sent to; null before that. */
  return { ...submission, registered }
}
