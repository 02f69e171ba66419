import { CONFIRMED_SHOWN_MS } from '@portal/contract/limits.ts'
import { useState, useEffect } from 'react'
import { Link } from 'react-router'
import { PATHS } from '../../../lib/paths.ts'
import { useRedirectAfter } from '../../../lib/use-redirect-after.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { Loading } from '../../../ui/loading.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import classes from '../auth.module.css'
import { useMailedLink, type MailedLink } from '../mailed-link.ts'
import { StatusMessage, FormFailure } from '../form-failure.tsx'
import {
  CONFIRMED,
  confirmAccount,
  RESEND_INCOMPLETE,
  RESENT,
  resendConfirmation,
  CONFIRM_INCOMPLETE,
  CONFIRM_INVALID,
} from '@portal/contract/sign-in/registration.ts'
import { call, CallError } from '../../../lib/call.ts'
import { readMessage } from '../auth.wire.ts'
import { Button } from '../../../ui/button.tsx'
import { toFailure, type Failure } from '../failure.ts'
import { useSubmission } from '../use-submission.ts'

/** The result of a confirmation. `mayRetry`: the link itself may be valid. */
type Confirmation =
  | { readonly state: 'confirmed'; readonly message: string }
  | { readonly state: 'failed'; readonly failure: Failure; readonly mayRetry: boolean }

const INCOMPLETE_LINK: Confirmation = {
  state: 'failed',
  failure: { text: CONFIRM_INCOMPLETE.sentence, hint: null },
  mayRetry: false,
}

type ConfirmFailedProps = {
  readonly email: string
  readonly failed: Extract<Confirmation, { readonly state: 'failed' }>
  readonly onRetry: () => void
}

/** /confirm, the target of a mailed link. */
export function ConfirmPage() {
  useTitle('Email Confirmation')
  const link = useMailedLink()
  const [tries, setTries] = useState(1)
  // Another link opened on the same screen resets it, and so does another try.
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

async function confirm({ email, token }: MailedLink, signal: AbortSignal): Promise<Confirmation> {
  try {
    const answer = await call(confirmAccount, { body: { email, token }, signal })
    return { state: 'confirmed', message: readMessage(answer, CONFIRMED) }
  } catch (error) {
    return confirmationFailure(error)
  }
}

/** Confirms an address as soon as its link is opened; null while the request runs. */
function useConfirmation(link: MailedLink): Confirmation | null {
  const [ended, setEnded] = useState<Confirmation | null>(link.isWhole ? null : INCOMPLETE_LINK)
  const { email, token, isWhole } = link
  useEffect(() => {
    if (!isWhole) return undefined
    const leaving = new AbortController()
    const verify = async () => {
      const found = await confirm({ email, token, isWhole }, leaving.signal)
      if (!leaving.signal.aborted) setEnded(found)
    }
    void verify()
    return () => leaving.abort()
  }, [email, token, isWhole])
  return ended
}

/** Offers to request another mail or, if it may work, to retry the link. */
function ConfirmFailed({ email, failed, onRetry }: ConfirmFailedProps) {
  const { isBusy, failure, sent, resend } = useResend(email)
  return (
    <>
      <FormFailure failure={failed.failure} />
      {failed.mayRetry && <Button onClick={onRetry}>Try again</Button>}
      <Button look="primary" isWide aria-disabled={isBusy} onClick={() => void resend()}>
        {isBusy ? 'Sending...' : 'Resend Confirmation Email'}
      </Button>
      <FormFailure failure={failure} />
      <StatusMessage>{sent}</StatusMessage>
    </>
  )
}

/** Requests another confirmation mail. */
function useResend(email: string) {
  const [sent, setSent] = useState<string | null>(null)

  const { isBusy, failure, submit } = useSubmission(async (address: string): Promise<Failure | null> => {
    setSent(null)
    if (address === '') return { text: RESEND_INCOMPLETE.sentence, hint: null }
    try {
      setSent(readMessage(await call(resendConfirmation, { body: { email: address } }), RESENT))
    } catch (error) {
      return toFailure(error, resendConfirmation.fallback)
    }
    return null
  })

  /** `sent` is the server's message; null before that. */
  return { isBusy, failure, sent, resend: () => submit(email) }
}

/** The server's error, otherwise the sentence of the specification (section 8). */
export function confirmationFailure(error: unknown): Confirmation {
  const mayRetry = error instanceof CallError && (error.status === 0 || error.status >= 429)
  return { state: 'failed', failure: toFailure(error, CONFIRM_INVALID.sentence), mayRetry }
}
