import { RESET_DONE_SHOWN_MS } from '@portal/contract/limits.ts'
import { Link } from 'react-router'
import { fullCountyName } from '../../../lib/county-text.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useRedirectAfter } from '../../../lib/use-redirect-after.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { useMailedLink, type MailedLink } from '../mailed-link.ts'
import { LinkOver } from './link-over.tsx'
import { ResetForm } from './reset-form.tsx'
import { StatusMessage } from '../status-message.tsx'
import { usePasswordLink } from './use-password-link.ts'
import { useResetScreen } from './use-reset-screen.ts'

/** /reset-password, where the link of a mail leads. */
export function ResetPage() {
  const link = useMailedLink()
  // Another link opened on the same screen starts anew.
  return <Reset key={`${link.email} ${link.token}`} link={link} />
}

function Reset({ link }: { readonly link: MailedLink }) {
  const { found, lookAgain } = usePasswordLink(link)
  const { done, ...submission } = useResetScreen(link, { onRefused: lookAgain })
  const isFirst = found.isFirst && found.state === 'good'
  const title = isFirst ? 'Choose your password' : 'Reset password'
  const isOver = done === null && found.state === 'over'
  useTitle(title)
  return (
    <AuthFrame title={title} takesFocus={done !== null || isOver}>
      {isFirst && done === null && <ForWhom email={link.email} counties={found.counties} />}
      {isOver && <LinkOver email={link.email} />}
      {done === null && !isOver && <ResetForm email={link.email} {...submission} />}
      {done !== null && <ResetDone message={done} />}
      <p className={classes.links}>
        <Link to={PATHS.login} replace={done !== null}>
          Back to Login
        </Link>
        <Link to={PATHS.forgotPassword}>Forgot password?</Link>
      </p>
    </AuthFrame>
  )
}

type ForWhomProps = { readonly email: string; readonly counties: readonly string[] }

const names = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Whose account it is, for somebody who was invited and has not seen the portal yet. */
function ForWhom({ email, counties }: ForWhomProps) {
  return (
    <p className={classes.address}>
      Your account: <bdi>{email}</bdi>
      {counties.length > 0 && `, ${names.format(counties.map(fullCountyName))}`}
    </p>
  )
}

function ResetDone({ message }: { readonly message: string }) {
  useRedirectAfter(PATHS.login, RESET_DONE_SHOWN_MS)
  return <StatusMessage>{message}</StatusMessage>
}
