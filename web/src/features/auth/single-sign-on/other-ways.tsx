import type { ComponentProps } from 'react'
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

type Props = ComponentProps<typeof PasskeySignIn> & ComponentProps<typeof SingleSignOn>

/** Ways to sign in besides the form, below it. */
export function OtherWays({ onSignedIn, ...next }: Props) {
  return (
    <>
      <PasskeySignIn onSignedIn={onSignedIn} />
      <SingleSignOn {...next} />
    </>
  )
}
