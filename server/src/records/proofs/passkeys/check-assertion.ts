import type { PasskeyAssertion } from '@portal/contract/sign-in/webauthn.ts'
import {
  findPasskey,
  type PasskeyRow,
  type PasskeyState,
} from '../../accounts/passkeys/passkey.repository.ts'
import type { Engines } from '../../../engines/engines.ts'
import { takeChallenge, type ChallengeUse } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Maximum characters to log, because the text may contain what the caller sent. */
const LONGEST = 200

type Tools = Pick<Engines, 'database' | 'clock' | 'log'>

type Asked = { party: RelyingParty; use: ChallengeUse }

/** A passkey that has signed, and what its device now reports about it. */
export type CheckedPasskey = { passkey: PasskeyRow; state: PasskeyState }

/**
 * The passkey that signed the challenge for the portal's own page, with its person verified (Web Authentication,
 * section 7.2); null if any check fails. This does not compare the signature counter, because a caller without the key
 * could send any value.
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
  // Whether a key may be copied is decided at its creation.
  if (!said || said.mayBeBackedUp !== passkey.mayBeBackedUp) return null
  return { passkey, state: said }
}

/** At a sign-in, the device says whose key it is. Elsewhere the account is known, and some devices do not send it. */
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
  // Loaded on first use: it takes a quarter of a second and 25 MB, which startup need not wait for.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle: _said, ...signed } = response
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library would compare the counters before the signature.
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

/** Why the library rejected the device's response, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, LONGEST) : 'unknown'
}
