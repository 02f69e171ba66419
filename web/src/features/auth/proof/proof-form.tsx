import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { optional } from '../../../lib/optional-part.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { secondFactorQuery } from '../account/second-factor/second-factor.queries.ts'
import { CODE_OF_APP, CodeField } from '../second-factor/code-field.tsx'
import type { Failure } from '../failure.ts'
import { FormFailure } from '../form-failure.tsx'
import { useSubmission } from '../use-submission.ts'
import { PasskeyProof } from './passkey-proof.tsx'
import classes from './proof.module.css'
import { sendCode, sendPassword } from './send-proof.ts'

/** Most people have none to sign in at again. */
const IssuerProof = optional(25, async () => {
  const { IssuerProof: Part } = await import('./issuer-proof.tsx')
  return Part
})

type Props = {
  readonly username: string
  readonly onProven: () => void
  readonly onCancel: () => void
}

/** Asks for the password of whoever is signed in, or for a code of who has a second factor. */
export function ProofForm({ username, onProven, onCancel }: Props) {
  const mayGiveCode = useQuery(secondFactorQuery).data?.since != null
  const [asksCode, setAsksCode] = useState(false)
  const { isBusy, failure, submit } = useSubmission((send: () => Promise<Failure | null>) => send())
  const field = useRef<HTMLInputElement>(null)
  const failureId = useId()
  const [refusedKind, setRefusedKind] = useState(asksCode)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>(`[name="${asksCode ? 'code' : 'password'}"]`)?.focus()
  }, [asksCode])

  const settle = async (sending: () => Promise<Failure | null>) => {
    setRefusedKind(asksCode)
    if (await submit(sending)) field.current?.select()
    else onProven()
  }
  const leave = (sending: () => Promise<Failure | null>) => {
    setRefusedKind(asksCode)
    return submit(sending)
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const typed = field.current?.value ?? ''
    await settle(() => (asksCode ? sendCode(typed) : sendPassword(typed)))
  }
  const shown = refusedKind === asksCode ? failure : null
  const wrong = { isWrong: shown !== null, describedBy: shown ? failureId : undefined }

  return (
    <form ref={form} noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      <p className={classes.why}>
        To go on, please enter{' '}
        {asksCode ? 'the six digits that your authenticator app shows' : 'your password once more'}.
      </p>
      {/* Hidden: it tells a password manager whose password this is. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
      {asksCode ? (
        <CodeField ref={field} kind={CODE_OF_APP} {...wrong} />
      ) : (
        <PasswordField
          ref={field}
          data-autofocus
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          {...wrong}
        />
      )}
      <FormFailure id={failureId} failure={shown} />
      <div className={classes.actions}>
        {mayGiveCode && (
          <Button look="quiet" onClick={() => setAsksCode(!asksCode)}>
            {asksCode ? 'Use your password instead' : 'Use a code instead'}
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm'}
        </Button>
        <PasskeyProof isBusy={isBusy} onProve={(sending) => void settle(sending)} />
      </div>
      <Suspense>
        <IssuerProof isBusy={isBusy} onLeave={(sending) => void leave(sending)} />
      </Suspense>
    </form>
  )
}
