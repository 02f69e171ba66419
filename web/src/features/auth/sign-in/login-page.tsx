import { Suspense, useEffect, useRef, useState, type ComponentType, type FormEvent } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../../lib/config.ts'
import { PATHS } from '../../../lib/paths.ts'
import { hasSessionEnded } from '../../../lib/return-path.ts'
import { personOfTab } from '../../../lib/tab-memory.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { EmailField } from '../email-field.tsx'
import type { Failure } from '../failure.ts'
import { FormFailure, StatusMessage } from '../form-failure.tsx'
import type { NextSteps } from '../single-sign-on/use-single-sign-on.ts'
import { SESSION_ENDED } from './sign-in-texts.ts'
import { useLoginScreen } from './use-login-screen.ts'

type Props = {
  /** Loads after the screen, or not at all. */
  readonly OtherWays: ComponentType<NextSteps & { onSignedIn: () => Promise<Failure | null> }>
}

/** /login. */
export function LoginPage({ OtherWays }: Props) {
  useTitle('Login')
  const { helpdeskContact } = useConfig()
  const { isBusy, failure, submit, enter, codeStep, leaveCodeStep, onCode, firstRef } = useLoginScreen()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  // After an ended session in this tab, the user types only the password.
  const [known] = useState(() => (hasSessionEnded() ? personOfTab() : null))
  useEffect(() => {
    if (known !== null) password.current?.focus()
  }, [known])

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = { username: username.current?.value ?? '', password: password.current?.value ?? '' }
    const failed = await submit(typed)
    if (failed) (typed.username.trim() === '' ? username : password).current?.focus()
  }

  if (codeStep) return <codeStep.CodeStep finish={enter} onBack={leaveCodeStep} />
  return (
    <AuthFrame title="Login">
      <div className={classes.why}>
        <StatusMessage>{hasSessionEnded() && SESSION_ENDED}</StatusMessage>
      </div>
      <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
        <EmailField
          ref={username}
          label="Username"
          name="username"
          defaultValue={known ?? ''}
          autoComplete="username webauthn"
          isWrong={failure !== null}
        />
        <PasswordField
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          isWrong={failure !== null}
        />
        <FormFailure failure={failure} />
        <Button type="submit" look="primary" isWide aria-disabled={isBusy}>
          {isBusy ? 'Logging ...' : 'Login'}
        </Button>
      </form>
      <p className={classes.links}>
        <Link to={PATHS.forgotPassword}>Forgot password?</Link>
        <Link to={PATHS.register}>Create an account</Link>
      </p>
      <p className={classes.links}>Need help? Contact {helpdeskContact}.</p>
      <div className={classes.passkey}>
        <Suspense>
          <OtherWays onSignedIn={enter} onCode={onCode} firstRef={firstRef} />
        </Suspense>
      </div>
    </AuthFrame>
  )
}
