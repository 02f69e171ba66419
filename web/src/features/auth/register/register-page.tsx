import { useTitle } from '../../../lib/use-title.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { RegisterForm } from './register-form.tsx'
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
import { REGISTRATION_COMPLETE_SHOWN_MS } from '@portal/contract/limits.ts'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useRedirectAfter } from '../../../lib/use-redirect-after.ts'
import classes from '../auth.module.css'
import { helpdeskText } from './helpdesk.ts'

/** /register: the form, then the notice that a mail was sent. */
export function RegisterPage() {
  const { registered, ...submission } = useRegisterScreen()
  const title = registered === null ? 'Register' : 'Registration Complete'
  useTitle(title)
  return (
    <AuthFrame title={title} takesFocus={registered !== null}>
      {registered === null ? <RegisterForm {...submission} /> : <RegistrationComplete email={registered} />}
    </AuthFrame>
  )
}

/** The state of a registration, from the form to the notice that a mail was sent. */
function useRegisterScreen() {
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

  /** `registered` is the address of the mail; null before that. */
  return { ...submission, registered }
}

/** The next steps after a registration. The text is the same whether or not the address already has an account. */
function RegistrationComplete({ email }: { readonly email: string }) {
  const config = useConfig()
  useRedirectAfter(PATHS.login, REGISTRATION_COMPLETE_SHOWN_MS)
  return (
    <>
      <div className={classes.steps}>
        <p>
          A verification e-mail was sent to <strong>{email}</strong>. Please open the link in it within 24
          hours to confirm your address.
        </p>
        <p>If it does not arrive, please contact {helpdeskText(config)}.</p>
      </div>
      <p className={classes.links}>
        <Link to={PATHS.login} replace>
          Back to Login
        </Link>
      </p>
    </>
  )
}
