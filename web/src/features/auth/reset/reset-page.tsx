import { RESET_DONE_SHOWN_MS } from '@portal/contract/limits.ts'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { useGoesOnAfter } from '../../../lib/use-goes-on-after.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { useMailedLink, type MailedLink } from '../mailed-link.ts'
import { ResetForm } from './reset-form.tsx'
import { StatusMessage } from '../status-message.tsx'
import { useResetScreen } from './use-reset-screen.ts'

/** /reset-password, where the link of a mail leads. */
export function ResetPage() {
  const link = useMailedLink()
  // Another link opened on the same screen starts anew.
  return <Reset key={`${link.email} ${link.token}`} link={link} />
}

function Reset({ link }: { readonly link: MailedLink }) {
  useTitle('Reset password')
  const { done, ...submission } = useResetScreen(link)
  return (
    <AuthFrame title="Reset password" takesFocus={done !== null}>
      {done === null ? <ResetForm email={link.email} {...submission} /> : <ResetDone message={done} />}
      <p className={classes.links}>
        <Link to={PATHS.login} replace={done !== null}>
          Back to Login
        </Link>
        <Link to={PATHS.forgotPassword}>Forgot password?</Link>
      </p>
    </AuthFrame>
  )
}

function ResetDone({ message }: { readonly message: string }) {
  useGoesOnAfter(PATHS.login, RESET_DONE_SHOWN_MS)
  return <StatusMessage>{message}</StatusMessage>
}
