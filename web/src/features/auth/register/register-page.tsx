import { useTitle } from '../../../lib/use-title.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { RegisterForm } from './register-form.tsx'
import { RegistrationComplete } from './registration-complete.tsx'
import { useRegisterScreen } from './use-register-screen.ts'

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
