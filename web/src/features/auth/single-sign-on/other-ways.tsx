import type { ComponentProps } from 'react'
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormFailure, StatusMessage } from '../form-failure.tsx'
import classes from './single-sign-on.module.css'
import { useSingleSignOn, type NextSteps } from './use-single-sign-on.ts'

type Props = ComponentProps<typeof PasskeySignIn> & ComponentProps<typeof SingleSignOn>

/** The other ways to sign in, below the form. */
export function OtherWays({ onSignedIn, ...next }: Props) {
  return (
    <>
      <PasskeySignIn onSignedIn={onSignedIn} />
      <SingleSignOn {...next} />
    </>
  )
}

/** Appears below the sign-in form if the portal offers issuers. */
function SingleSignOn(next: NextSteps) {
  const { issuers, name, isJoining, isBusy, failure, begin } = useSingleSignOn(next)
  if (issuers.length === 0 && !failure) return null
  return (
    <div className={classes.ways}>
      <StatusMessage>
        {isJoining &&
          `You have an account here already. Please sign in to it once more as before; ${name} is joined to it then.`}
      </StatusMessage>
      {failure && <FormFailure failure={failure} />}
      {issuers.map((issuer) => (
        <Button key={issuer.id} isWide aria-disabled={isBusy} onClick={() => !isBusy && begin(issuer.id)}>
          Sign in with {issuer.name}
        </Button>
      ))}
    </div>
  )
}
