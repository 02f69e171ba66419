import { RESET_DONE_SHOWN_MS } from '@portal/contract/limits.ts'
import { Link } from 'react-router'
import { fullCountyName } from '../../../lib/county-text.ts'
import { PATHS } from '../../../lib/paths.ts'
import { useRedirectAfter } from '../../../lib/use-redirect-after.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { useMailedLink, type MailedLink } from '../mailed-link.ts'
import { ResetForm } from './reset-form.tsx'
import { StatusMessage, FormFailure } from '../form-failure.tsx'
import { useResetScreen } from './use-reset-screen.ts'
import { lookAtPasswordLink } from '@portal/contract/sign-in/registration.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { fieldsOf } from '../../../lib/wire.ts'
import { Button } from '../../../ui/button.tsx'
import { useForgotScreen } from './use-forgot-screen.ts'

type Found = ResultOf<typeof lookAtPasswordLink>

/** The form also appears for a link unknown to the server, and while the request runs. */
const UNKNOWN: Found = { state: 'unknown', isFirst: false, counties: [] }

/** /reset-password, the target of a mailed link. */
export function ResetPage() {
  const link = useMailedLink()
  // Another link opened on the same screen resets it.
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

/** The account's address and counties, for an invited user who has not seen the portal yet. */
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

async function lookAt({ email, token }: Omit<MailedLink, 'isWhole'>): Promise<Found> {
  try {
    const { state, isFirst, counties } = fieldsOf(await call(lookAtPasswordLink, { body: { email, token } }))
    return { state: state ?? 'unknown', isFirst: isFirst ?? false, counties: counties ?? [] }
  } catch {
    // The form works without this, and reports errors itself.
    return UNKNOWN
  }
}

/** The server's information about a mailed link; `lookAgain` reloads it. */
function usePasswordLink({ email, token, isWhole }: MailedLink) {
  const [found, setFound] = useState(UNKNOWN)
  useEffect(() => {
    let isHere = isWhole
    if (isWhole) void lookAt({ email, token }).then((answer) => isHere && setFound(answer))
    return () => {
      isHere = false
    }
  }, [email, token, isWhole])
  return { found, lookAgain: async () => setFound(await lookAt({ email, token })) }
}

/** Replaces the form if the link has expired, and offers a new link. */
function LinkOver({ email }: { readonly email: string }) {
  const { isBusy, failure, sent, submit } = useForgotScreen()
  return (
    <div className={classes.form}>
      <p role="alert">This link has expired or was already used.</p>
      <p className={classes.address}>
        A new link goes to <bdi>{email}</bdi>.
      </p>
      <FormFailure failure={failure} />
      <StatusMessage>{sent}</StatusMessage>
      {sent === null && (
        <Button look="primary" isWide aria-disabled={isBusy} onClick={() => void submit(email)}>
          {isBusy ? 'Sending...' : 'Send a new link'}
        </Button>
      )}
    </div>
  )
}
