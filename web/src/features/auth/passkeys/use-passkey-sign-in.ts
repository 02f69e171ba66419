import { beginPasskeySignIn, loginByPasskey } from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyAssertion } from '@portal/contract/sign-in/webauthn.ts'
import { call } from '../../../lib/call.ts'
import type { Failure } from '../failure.ts'
import { useSubmission } from '../use-submission.ts'
import { showFailure, showPasskey } from './passkey-browser.ts'
import { usePasskeyInField } from './use-passkey-in-field.ts'

/** Signing in with a passkey, chosen in the field for the name or asked for by the button. */
export function usePasskeySignIn(onSignedIn: () => Promise<Failure | null>) {
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
