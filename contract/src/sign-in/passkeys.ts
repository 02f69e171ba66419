import { z } from 'zod'
import { LAST_SECOND_FACTOR } from './code-errors.ts'
import { TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done, id, moment, pathId, typedText } from '../fields.ts'
import { MAX_PASSKEYS } from '../limits.ts'
import { NAME_MISLEADING, NAME_NOT_PLAIN, NAME_TOO_LONG } from '../plain-name.ts'
import { LAST_WAY_IN } from './single-sign-on-errors.ts'
import {
  PASSKEY_INCOMPLETE,
  PASSKEYS_UNAVAILABLE,
  passkeyAssertion,
  passkeyAttestation,
  passkeyCreation,
  passkeyRequest,
} from './webauthn.ts'

// Passkeys: keys on a device that replace a password. Calls to add and manage them, and to sign in with one.

/**
 * The same sentence for every cause: an unknown passkey, a person who may not sign in, or a passkey that does not
 * match.
 */
export const WRONG_PASSKEY = defineError({
  code: 'sign_in.passkey_wrong',
  status: 401,
  sentence: 'This passkey was not accepted. Please try again, or sign in with your password.',
})
export const PASSKEY_NOT_ADDED = defineError({
  code: 'passkey.not_added',
  status: 400,
  sentence: 'This passkey could not be added. Please try again.',
})
export const TOO_MANY_PASSKEYS = defineError({
  code: 'passkey.too_many',
  status: 409,
  sentence: `You have ${MAX_PASSKEYS} passkeys already. Please remove one first.`,
})
export const PASSKEY_NOT_FOUND = defineError({
  code: 'passkey.not_found',
  status: 404,
  sentence: 'This passkey has been removed already.',
})

export const PASSKEY_ADDED = 'Your passkey was added. You can sign in with it from now on.'
export const PASSKEY_RENAMED = 'The name of your passkey was saved.'
export const PASSKEY_REMOVED =
  'Your passkey was removed: you cannot sign in with it any more. The device may go on listing it until you remove it there, too.'

const passkeyName = typedText(NAME_NOT_PLAIN, NAME_TOO_LONG)

export const passkey = z.object({
  id,
  name: z.string(),
  added: moment,
  lastUsed: moment.nullable(),
  /** Whether the passkey is also on other devices of the person, so that it survives the loss of one. */
  isBackedUp: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

export const listPasskeys = endpoint({
  summary: 'The passkeys of whoever is signed in, the newest first.',
  method: 'GET',
  path: '/auth/passkeys',
  access: 'session',
  beforeSecondFactor: 'to set up',
  result: z.array(passkey),
  errors: [],
})

export const beginPasskey = endpoint({
  summary:
    'What the browser makes a passkey by (WebAuthn, PublicKeyCredentialCreationOptions); good for 5 minutes, once, in this session.',
  method: 'POST',
  path: '/auth/passkeys/begin',
  access: 'session',
  needsProof: true,
  beforeSecondFactor: 'to set up',
  result: passkeyCreation,
  errors: [PASSKEYS_UNAVAILABLE, TOO_MANY_PASSKEYS, TOO_MANY_ATTEMPTS],
  fallback: PASSKEY_NOT_ADDED.sentence,
})

export const addPasskey = endpoint({
  summary: 'Keeps the passkey that the browser has made; without a name it gets that of the browser.',
  method: 'POST',
  path: '/auth/passkeys',
  access: 'session',
  needsProof: true,
  beforeSecondFactor: 'to set up',
  body: z.object({ name: passkeyName, passkey: passkeyAttestation }),
  result: done.extend({ passkey }),
  errors: [
    PASSKEY_INCOMPLETE,
    NAME_TOO_LONG,
    NAME_NOT_PLAIN,
    NAME_MISLEADING,
    PASSKEY_NOT_ADDED,
    TOO_MANY_PASSKEYS,
    PASSKEYS_UNAVAILABLE,
  ],
  fallback: PASSKEY_NOT_ADDED.sentence,
})

export const renamePasskey = endpoint({
  summary: 'Names one of their own passkeys; without a name it gets that of the browser.',
  method: 'PATCH',
  path: '/auth/passkeys/:id',
  access: 'session',
  params: z.object({ id: pathId('The id of the passkey') }),
  body: z.object({ name: passkeyName }),
  result: done.extend({ passkey }),
  errors: [NAME_TOO_LONG, NAME_NOT_PLAIN, NAME_MISLEADING, PASSKEY_NOT_FOUND],
  fallback: 'The passkey could not be renamed. Please try again.',
})

export const removePasskey = endpoint({
  summary: 'Removes one of their own passkeys: it signs in no more.',
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  access: 'session',
  needsProof: true,
  params: z.object({ id: pathId('The id of the passkey') }),
  result: done,
  errors: [PASSKEY_NOT_FOUND, LAST_WAY_IN, LAST_SECOND_FACTOR],
  fallback: 'The passkey could not be removed. Please try again.',
})

export const beginPasskeySignIn = endpoint({
  summary:
    'What the browser signs in by (WebAuthn, PublicKeyCredentialRequestOptions); good for 5 minutes, once, in this browser.',
  method: 'POST',
  path: '/auth/passkey-login/begin',
  access: 'public',
  result: passkeyRequest,
  errors: [PASSKEYS_UNAVAILABLE, TOO_MANY_ATTEMPTS],
})

export const loginByPasskey = endpoint({
  summary: 'Signs in by a passkey and sets the session cookie; no code is asked for.',
  method: 'POST',
  path: '/auth/passkey-login',
  access: 'public',
  body: z.object({ passkey: passkeyAssertion }),
  result: z.object({ success: z.literal(true), userID: id }),
  errors: [PASSKEY_INCOMPLETE, WRONG_PASSKEY, PASSKEYS_UNAVAILABLE, TOO_MANY_ATTEMPTS],
  fallback: 'The sign-in with a passkey did not work. Please try again, or sign in with your password.',
})
