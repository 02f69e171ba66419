import { loginByPasskey, PASSKEY_NOT_ADDED } from '@portal/contract/sign-in/passkeys.ts'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@portal/contract/sign-in/webauthn.ts'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { toFailure, type Failure } from '../failure.ts'

/**
 * Whether passkeys work here. Browsers support them only for host names, not for IP addresses, and only on a secure
 * page.
 */
export function canUsePasskeys(hostname = location.hostname): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|^\[/u.test(hostname)
}

/** Has the device create a key, after the user confirms their identity there. */
export async function makePasskey(asked: PasskeyCreation): Promise<PasskeyAttestation> {
  const optionsJSON = asked as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, type, response }: RegistrationResponseJSON = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports: transports ?? [] } }
}

/**
 * Has a device sign with one of its keys. The browser asks in a window, or with `inField` offers the key in the
 * username field.
 */
export async function showPasskey(
  asked: PasskeyRequest,
  { inField = false }: { readonly inField?: boolean } = {},
): Promise<PasskeyAssertion> {
  const optionsJSON = asked as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, type, response }: AuthenticationResponseJSON = await startAuthentication({
    optionsJSON,
    useBrowserAutofill: inField,
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

const NONE_SHOWN = 'No passkey was used. Please try again, or use another way.'
const NONE_MADE = 'No passkey was made. Please try again.'
const MADE_BEFORE = 'This device has a passkey for your account already.'
const CANNOT_MAKE =
  'This device cannot keep a passkey that asks for a finger, a face or a PIN. Please try another one.'

/** Why no passkey was presented, or why the server rejected it. */
export function showFailure(error: unknown): Failure {
  if (wasDeclined(error)) return { text: NONE_SHOWN, hint: null }
  return toFailure(error, loginByPasskey.fallback)
}

/** Why no passkey was created, or why the server rejected it. */
export function makeFailure(error: unknown): Failure {
  if (wasDeclined(error)) return { text: NONE_MADE, hint: null }
  const code = error instanceof WebAuthnError ? error.code : null
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return { text: MADE_BEFORE, hint: null }
  if (code === 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT')
    return { text: CANNOT_MAKE, hint: null }
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return { text: CANNOT_MAKE, hint: null }
  return toFailure(error, PASSKEY_NOT_ADDED.sentence)
}

/** The user closed the browser's window or let it time out: browsers do not tell these apart. */
function wasDeclined(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
