import { IconFingerprint } from '@tabler/icons-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Failure } from '../failure.ts'
import { FormFailure } from '../form-failure.tsx'
import { canUsePasskeys, showFailure, showPasskey } from './passkey-browser.ts'
import classes from './passkeys.module.css'
import { beginPasskeySignIn, loginByPasskey } from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyAssertion } from '@portal/contract/sign-in/webauthn.ts'
import { call } from '../../../lib/call.ts'
import { useSubmission } from '../use-submission.ts'
import { usePasskeyInField } from './use-passkey-in-field.ts'

type Props = {
  /** Continues as the signed-in user; resolves with the failure if that fails. */
  readonly onSignedIn: () => Promise<Failure | null>
}

/** Appears below the sign-in form if the browser supports passkeys. */
export function PasskeySignIn(props: Props) {
  return canUsePasskeys() ? <SignInButton {...props} /> : null
}

function SignInButton({ onSignedIn }: Props) {
  const { isBusy, failure, ask } = usePasskeySignIn(onSignedIn)
  const hintId = useId()
  return (
    <div className={classes.signIn}>
      <Button isWide aria-disabled={isBusy} aria-describedby={hintId} onClick={ask}>
        <IconFingerprint aria-hidden size={20} />
        {isBusy ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
      </Button>
      <p id={hintId} className={classes.hint}>
        With your fingerprint, face or PIN, once you have added a passkey in Account.
      </p>
      {failure && <FormFailure failure={failure} />}
    </div>
  )
}

/** Signs in with a passkey, chosen in the username field or by the button. */
function usePasskeySignIn(onSignedIn: () => Promise<Failure | null>) {
  const { isBusy, failure, submit } = useSubmission(async (chosen: PasskeyAssertion | null) => {
    try {
      const passkey = chosen ?? (await showPasskey(await call(beginPasskeySignIn)))
      await call(loginByPasskey, { body: { passkey } })
      return await onSignedIn()
    } catch (error) {
      return showFailure(error)
    }
  })
  usePasskeyInField(isBusy, (passkey) => void submit(passkey))
  return { isBusy, failure, ask: () => void submit(null) }
}
