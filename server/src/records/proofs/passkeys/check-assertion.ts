import type { PasskeyAssertion } from '@portal/contract/sign-in/webauthn.ts'
import {
  findPasskey,
  type PasskeyRow,
  type PasskeyState,
} from '../../accounts/passkeys/passkey.repository.ts'
import type { Engines } from '../../../engines/engines.ts'
import { takeChallenge, type ChallengeUse } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Characters that are kept: what was sent may stand in it. */
const LONGEST = 200

type Tools = Pick<Engines, 'database' | 'clock' | 'log'>

type Asked = { party: RelyingParty; use: ChallengeUse }

/** A passkey that has signed, and what its device says of it now. */
export type CheckedPasskey = { passkey: PasskeyRow; state: PasskeyState }

/**
 * The passkey that signed what it was asked to, for the portal's own page, with its person shown to be there (Web
 * Authentication, section 7.2); null where anything of that is not so. Its count is not compared here: whoever has not
 * the key could say any.
 */
export async function checkAssertion(
  context: Tools,
  assertion: PasskeyAssertion,
  { party, use }: Asked,
): Promise<CheckedPasskey | null> {
  const challenge = await takeChallenge(context, assertion.response.clientDataJSON, use)
  if (challenge === null) return null
  const passkey = await findPasskey(context.database.kysely, Buffer.from(assertion.id, 'base64url'))
  if (!passkey || !isOfItsPerson(passkey, assertion.response.userHandle, use)) return null
  const said = await verify(context, { assertion, challenge, party, passkey })
  // Whether a key may be copied is settled when it is made.
  if (!said || said.mayBeBackedUp !== passkey.mayBeBackedUp) return null
  return { passkey, state: said }
}

/** At a sign-in it is the device that says whose the key is; elsewhere that is known, and some devices do not say. */
function isOfItsPerson(
  { userHandle }: PasskeyRow,
  said: string | null | undefined,
  { purpose }: ChallengeUse,
): boolean {
  if (said == null || said === '') return purpose !== 'signing in'
  return userHandle.equals(Buffer.from(said, 'base64url'))
}

type Signed = {
  assertion: PasskeyAssertion
  challenge: string
  party: RelyingParty
  passkey: PasskeyRow
}

async function verify(
  { log }: Tools,
  { assertion: { id, rawId, type, response }, challenge, party, passkey }: Signed,
): Promise<(PasskeyState & { mayBeBackedUp: boolean }) | null> {
  // Loaded when it is needed first: it takes a quarter of a second and 25 MB, which a start need not wait for.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle: _said, ...signed } = response
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // It would compare the counts before the signature.
      credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    if (!verified) return null
    return {
      signCount: info.newCounter,
      isBackedUp: info.credentialBackedUp,
      mayBeBackedUp: info.credentialDeviceType === 'multiDevice',
    }
  } catch (error) {
    log.info({ reason: reasonOf(error) }, 'A passkey was not accepted.')
    return null
  }
}

/** Why the library did not accept what a device said, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, LONGEST) : 'unknown'
}
