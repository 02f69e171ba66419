import { ENTER_PASSWORD, proveIdentity } from '@portal/contract/account.ts'
import { SOMETHING_WENT_WRONG } from '@portal/contract/common-errors.ts'
import { useId, useRef, type FormEvent } from 'react'
import { call } from '../../../lib/call.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toFailure, type Failure } from '../failure.ts'
import { FormFailure } from '../form-failure.tsx'
import { useSubmission } from '../use-submission.ts'
import { PasskeyProof } from './passkey-proof.tsx'
import classes from './proof.module.css'

type Props = {
  readonly username: string
  readonly onProven: () => void
  readonly onCancel: () => void
}

/** Asks for the password of whoever is signed in. */
export function ProofForm({ username, onProven, onCancel }: Props) {
  const { isBusy, failure, submit } = useSubmission((send: () => Promise<Failure | null>) => send())
  const password = useRef<HTMLInputElement>(null)
  const failureId = useId()

  const prove = async (sending: () => Promise<Failure | null>) => {
    if (await submit(sending)) password.current?.select()
    else onProven()
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    await prove(() => send(password.current?.value ?? ''))
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      <p className={classes.why}>What you are about to do asks for your password.</p>
      {/* Hidden: it tells a password manager whose password this is. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
      <PasswordField
        ref={password}
        data-autofocus
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        isWrong={failure !== null}
        describedBy={failure ? failureId : undefined}
      />
      <FormFailure id={failureId} failure={failure} />
      <div className={classes.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm'}
        </Button>
        <PasskeyProof isBusy={isBusy} onProve={(sending) => void prove(sending)} />
      </div>
    </form>
  )
}

async function send(password: string): Promise<Failure | null> {
  if (password === '') return { text: ENTER_PASSWORD.sentence, hint: null }
  try {
    await call(proveIdentity, { body: { password } })
    return null
  } catch (error) {
    return toFailure(error, SOMETHING_WENT_WRONG.sentence)
  }
}
