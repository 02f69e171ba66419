import { z } from 'zod'
import { defineError } from '../error.ts'

// The passkey messages between browsers and the portal: the parts that the portal needs of the JSON of Web
// Authentication Level 3, sections 5.1 and 5.8.

/** Browsers allow passkeys only over https with a host name, or at localhost, and the portal has neither address. */
export const PASSKEYS_UNAVAILABLE = defineError({
  code: 'passkey.unavailable',
  status: 409,
  sentence:
    'Passkeys need the portal at a name of its own that begins with https. Please use your password, and tell the helpdesk.',
})
export const PASSKEY_INCOMPLETE = defineError({
  code: 'passkey.incomplete',
  status: 400,
  sentence: 'Your browser did not send a valid passkey. Please try again.',
})

/** Characters of the longest part of a passkey, a certificate chain included. */
const LONGEST_PART = 12_000
/** Characters of a credential's id, which has at most 1023 bytes. */
const LONGEST_ID = 1364

const bytes = (longest: number) =>
  z
    .string(PASSKEY_INCOMPLETE.sentence)
    .max(longest, PASSKEY_INCOMPLETE.sentence)
    .regex(/^[\w-]+$/, PASSKEY_INCOMPLETE.sentence)
const credentialId = bytes(LONGEST_ID)
const type = z.literal('public-key', PASSKEY_INCOMPLETE.sentence)
const part = bytes(LONGEST_PART)

/** The data that a device signed after it verified the user. */
export const passkeyAssertion = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.object(
      {
        clientDataJSON: part,
        authenticatorData: part,
        signature: part,
        userHandle: z.string(PASSKEY_INCOMPLETE.sentence).max(LONGEST_ID).nullish(),
      },
      PASSKEY_INCOMPLETE.sentence,
    ),
  },
  PASSKEY_INCOMPLETE.sentence,
)
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** A key that a device created. */
export const passkeyAttestation = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type,
    response: z.object(
      {
        clientDataJSON: part,
        attestationObject: part,
        transports: z
          .array(z.string(PASSKEY_INCOMPLETE.sentence).max(40, PASSKEY_INCOMPLETE.sentence))
          .max(10, PASSKEY_INCOMPLETE.sentence)
          .nullish(),
      },
      PASSKEY_INCOMPLETE.sentence,
    ),
  },
  PASSKEY_INCOMPLETE.sentence,
)
export type PasskeyAttestation = z.output<typeof passkeyAttestation>

/** `transports` are the ways to reach the device, such as `usb` and `internal`. */
const knownPasskey = z.object({ type: z.string(), id: z.string(), transports: z.array(z.string()) })

/** The options for creating a passkey. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.string(), alg: z.int() })),
  /** Milliseconds. */
  timeout: z.int(),
  excludeCredentials: z.array(knownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
  attestation: z.string(),
})
export type PasskeyCreation = z.output<typeof passkeyCreation>

/** The request options for a sign-in or confirmation with a passkey. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  /** The accepted passkeys; if empty, any passkey of the device. */
  allowCredentials: z.array(knownPasskey),
  userVerification: z.string(),
})
export type PasskeyRequest = z.output<typeof passkeyRequest>
