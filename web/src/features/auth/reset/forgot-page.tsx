import { useId, useRef, type FormEvent } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Button } from '../../../ui/button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { EmailField } from '../email-field.tsx'
import { FormFailure, StatusMessage } from '../form-failure.tsx'
import { useForgotScreen } from './use-forgot-screen.ts'

/** /forgot-password. */
export function ForgotPage() {
  useTitle('Forgot password')
  const { isBusy, failure, sent, submit } = useForgotScreen()
  const email = useRef<HTMLInputElement>(null)
  const failureId = useId()

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const failed = await submit(email.current?.value ?? '')
    if (failed) email.current?.focus()
  }

  return (
    <AuthFrame title="Forgot password">
      <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
        <EmailField
          ref={email}
          isWrong={failure?.isTyped ?? false}
          describedBy={failure ? failureId : undefined}
        />
        <FormFailure id={failureId} failure={failure} />
        <StatusMessage>{sent}</StatusMessage>
        <Button type="submit" look="primary" isWide aria-disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send reset link'}
        </Button>
      </form>
      <p className={classes.links}>
        <Link to={PATHS.login}>Back to Login</Link>
        <Link to={PATHS.register}>Create an account</Link>
      </p>
    </AuthFrame>
  )
}
