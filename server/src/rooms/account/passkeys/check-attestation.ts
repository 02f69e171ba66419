import type { PasskeyAttestation } from '@portal/contract/sign-in/webauthn.ts'
import type { NewPasskey } from '../../../records/accounts/passkeys/passkey.repository.ts'
import type { World } from '../../../records/context.ts'
import { takeChallenge, type ChallengeUse } from '../../../records/proofs/passkeys/challenges.ts'
import { reasonOf } from '../../../records/proofs/passkeys/check-assertion.ts'
import type { RelyingParty } from '../../../records/proofs/passkeys/relying-party.ts'

/** COSE algorithms EdDSA, ES256, RS256, in order of preference. */
export const KEY_KINDS = [-8, -7, -257]

/** Ways to reach a device (Web Authentication, section 5.8.4). Others are not stored or returned to browsers. */
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

type Made = Pick<
  NewPasskey,
  'credentialId' | 'publicKey' | 'signCount' | 'mayBeBackedUp' | 'isBackedUp' | 'transports'
>

/**
 * Returns the passkey that a device made for the portal's origin after user verification (Web Authentication, section
 * 7.1). Null if any check fails.
 */
export async function checkAttestation(
  context: Pick<World, 'database' | 'clock' | 'log'>,
  attestation: PasskeyAttestation,
  { party, use }: { party: RelyingParty; use: ChallengeUse },
): Promise<Made | null> {
  const { id, rawId, type, response } = attestation
  const challenge = await takeChallenge(context, response.clientDataJSON, use)
  if (challenge === null) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    if (!(await isWithoutCertificates(response.attestationObject))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: KEY_KINDS,
    })
    if (!verified || registrationInfo.credential.id !== id) return null
    return {
      credentialId: Buffer.from(registrationInfo.credential.id, 'base64url'),
      publicKey: Buffer.from(registrationInfo.credential.publicKey),
      signCount: registrationInfo.credential.counter,
      mayBeBackedUp: registrationInfo.credentialDeviceType === 'multiDevice',
      isBackedUp: registrationInfo.credentialBackedUp,
      transports: (response.transports ?? []).filter((transport) => TRANSPORTS.has(transport)),
    }
  } catch (error) {
    context.log.info({ reason: reasonOf(error) }, 'A new passkey was not accepted.')
    return null
  }
}

/**
 * Whether the attestation has no certificates, as requested. The portal does not care who built a device. The library
 * would fetch revocation lists from addresses that the certificate itself names.
 */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
}
