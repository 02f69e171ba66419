import { IconFingerprint } from '@tabler/icons-react'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Failure } from '../failure.ts'
import { FormFailure } from '../form-failure.tsx'
import { canUsePasskeys } from './passkey-browser.ts'
import classes from './passkeys.module.css'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

type Props = {
  /** Goes on as whoever has signed in; why not, where that fails. */
  readonly onSignedIn: () => Promise<Failure | null>
}

/** Stands below the form of the sign-in screen, where the browser knows passkeys. */
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
