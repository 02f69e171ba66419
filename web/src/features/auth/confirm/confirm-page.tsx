import { CONFIRMED_SHOWN_MS } from '@portal/contract/limits.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { useRedirectAfter } from '../../../lib/use-redirect-after.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Loading } from '../../../ui/loading.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { ConfirmFailed } from './confirm-failed.tsx'
import { useMailedLink, type MailedLink } from '../mailed-link.ts'
import { StatusMessage } from '../status-message.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** /confirm, where the link of a mail leads. */
export function ConfirmPage() {
  useTitle('Email Confirmation')
  const link = useMailedLink()
  const [tries, setTries] = useState(1)
  // Another link opened on the same screen starts anew, and so does another try.
  const key = `${tries} ${link.email} ${link.token}`
  return <Confirm key={key} link={link} isAgain={tries > 1} onRetry={() => setTries(tries + 1)} />
}

type Props = { readonly link: MailedLink; readonly isAgain: boolean; readonly onRetry: () => void }

function Confirm({ link, isAgain, onRetry }: Props) {
  const ended = useConfirmation(link)
  const isConfirmed = ended?.state === 'confirmed'
  return (
    <AuthFrame title="Email Confirmation" takesFocus={isAgain}>
      <div className={classes.steps}>
        {link.email !== '' && (
          <p>
            <span className={classes.dim}>Email: </span>
            <strong>{link.email}</strong>
          </p>
        )}
        {ended === null && <Loading>Verifying your email...</Loading>}
        <StatusMessage>{isConfirmed && ended.message}</StatusMessage>
        {isConfirmed && <LoginFollows />}
        {ended?.state === 'failed' && <ConfirmFailed email={link.email} failed={ended} onRetry={onRetry} />}
      </div>
      <p className={classes.links}>
        <Link to={PATHS.login} replace={isConfirmed}>
          Back to Login
        </Link>
        <Link to={PATHS.register}>Create an account</Link>
      </p>
    </AuthFrame>
  )
}

function LoginFollows() {
  useRedirectAfter(PATHS.login, CONFIRMED_SHOWN_MS)
  return <p className={classes.dim}>The sign-in opens in a few seconds.</p>
}
