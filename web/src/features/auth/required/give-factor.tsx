import { useEffect, useId, useRef, type FormEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Loading } from '../../../ui/loading.tsx'
import classes from '../account/account.module.css'
import type { Failure } from '../failure.ts'
import { FormFailure } from '../form-failure.tsx'
import { proveByPasskey, usePasskeyOffer } from '../proof/passkey-proof.tsx'
import { sendCode } from '../proof/send-proof.ts'
import { CODE_OF_APP, CodeField } from '../second-factor/code-field.tsx'
import { useSubmission } from '../use-submission.ts'

type Props = { readonly onGiven: () => void }

/** Asks for a passkey if the user has one, otherwise for a code. */
export function GiveFactor({ onGiven }: Props) {
  const offer = usePasskeyOffer()
  if (offer === 'unknown') return <Loading>Looking for your passkeys...</Loading>
  return (
    <section className={classes.section} aria-label="Second step">
      {offer === 'passkey' ? <ByPasskey onGiven={onGiven} /> : <ByCode onGiven={onGiven} />}
      <p className={classes.dim}>
        If you have lost it, please ask your county manager or the helpdesk to reset your two-step
        verification.
      </p>
    </section>
  )
}

function ByPasskey({ onGiven }: Props) {
  const { isBusy, failure, submit } = useSubmission((send: () => Promise<Failure | null>) => send())
  const failureId = useId()
  const give = async () => {
    if (!(await submit(proveByPasskey))) onGiven()
  }
  return (
    <>
      <p>Please confirm with the passkey that you added to your account.</p>
      <FormFailure id={failureId} failure={failure} />
      <div className={classes.actions}>
        <Button look="primary" aria-disabled={isBusy} onClick={() => !isBusy && void give()}>
          {isBusy ? 'Waiting for your device...' : 'Use your passkey'}
        </Button>
      </div>
    </>
  )
}

function ByCode({ onGiven }: Props) {
  const { isBusy, failure, submit } = useSubmission((typed: string) => sendCode(typed))
  const code = useRef<HTMLInputElement>(null)
  const failureId = useId()
  useEffect(() => code.current?.focus(), [])
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit(code.current?.value ?? '')) code.current?.select()
    else onGiven()
  }
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void onSubmit(event)}>
      <CodeField
        ref={code}
        kind={CODE_OF_APP}
        hint="Of your authenticator app, or one of your recovery codes."
        isWrong={failure !== null}
        describedBy={failure ? failureId : undefined}
      />
      <FormFailure id={failureId} failure={failure} />
      <div className={classes.actions}>
        <Button type="submit" look="primary" aria-disabled={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm'}
        </Button>
      </div>
    </form>
  )
}
