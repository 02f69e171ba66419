import { useRef, type FormEvent } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../../lib/paths.ts'
import { hasSessionEnded } from '../../lib/return-path.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import classes from './auth.module.css'
import { FormFailure } from './form-failure.tsx'
import { Said } from './said.tsx'
import { SESSION_ENDED } from './sign-in-texts.ts'
import { useLoginScreen } from './use-login-screen.ts'

/** /login. */
export function LoginPage() {
  useTitle('Login')
  const { isBusy, failure, submit } = useLoginScreen()
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = { username: username.current?.value ?? '', password: password.current?.value ?? '' }
    const failed = await submit(typed)
    if (failed) (typed.username.trim() === '' ? username : password).current?.focus()
  }

  return (
    <AuthFrame title="Login">
      <div className={classes.why}>
        <Said>{hasSessionEnded() && SESSION_ENDED}</Said>
      </div>
      <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
        <TextField
          ref={username}
          label="Username"
          name="username"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
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
    </AuthFrame>
  )
}
