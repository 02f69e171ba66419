import { z } from 'zod'
import { ENTER_CODE, LAST_SECOND_FACTOR, PASSWORD_FIRST, WRONG_CODE } from './code-errors.ts'
import { TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done, id, moment } from '../fields.ts'

// The second factor: codes of an authenticator app (RFC 6238), and recovery codes for people who lost the app.

export const SECOND_FACTOR_ON = defineError({
  code: 'account.second_factor_on',
  status: 409,
  sentence: 'Two-step verification is already on. Remove it first.',
})
export const SECOND_FACTOR_OFF = defineError({
  code: 'account.second_factor_off',
  status: 409,
  sentence: 'Two-step verification is off. Set it up first.',
})
/** No secret is pending, or a newer set-up has replaced the one that the caller confirms. */
export const SET_UP_AGAIN = defineError({
  code: 'account.set_up_anew',
  status: 409,
  sentence: 'This set-up is no longer open. Please begin again.',
})

export const SECOND_FACTOR_REMOVED = 'Two-step verification was removed.'

const code = z.string(ENTER_CODE.sentence)

/** Shown only once, because the portal stores only hashes. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const loginWithCode = endpoint({
  summary:
    'The second step of signing in, within 10 minutes of the right password: by a code of the authenticator app, or a recovery code. Sets the session cookie.',
  method: 'POST',
  path: '/auth/login/code',
  access: 'public',
  body: z.object({ code }),
  result: z.object({ success: z.literal(true), userID: id }),
  errors: [ENTER_CODE, WRONG_CODE, PASSWORD_FIRST, TOO_MANY_ATTEMPTS],
})

export const secondFactor = z.object({
  /** When it was set up; null without a second factor. */
  since: moment.nullable(),
  recoveryCodesLeft: z.int(),
  /** False if their role requires a second factor and they have no passkey. */
  mayRemove: z.boolean(),
})
export type SecondFactor = z.output<typeof secondFactor>

export const getSecondFactor = endpoint({
  summary: 'The second factor of whoever is signed in.',
  method: 'GET',
  path: '/auth/second-factor',
  access: 'session',
  beforeSecondFactor: 'to set up',
  result: secondFactor,
  errors: [],
})

export const secondFactorSetUp = z.object({
  /** For typing, in groups of four letters and digits. */
  secret: z.string(),
  /** The content of the QR code: an `otpauth://` address. */
  address: z.string(),
  /** The QR code as the path of an SVG that is `size` units wide and high. */
  picture: z.object({ size: z.int(), path: z.string() }),
})
export type SecondFactorSetUp = z.output<typeof secondFactorSetUp>

export const beginSecondFactor = endpoint({
  summary:
    'Makes a secret for an authenticator app. It counts once a code of it was sent; one that was made before counts no more.',
  method: 'POST',
  path: '/auth/second-factor/set-up',
  access: 'session',
  needsProof: true,
  beforeSecondFactor: 'to set up',
  result: secondFactorSetUp,
  errors: [SECOND_FACTOR_ON],
  fallback: 'Two-step verification could not be set up. Please try again.',
})

export const confirmSecondFactor = endpoint({
  summary:
    'Turns the second factor on by the first code of the app, and answers ten recovery codes. All other sessions end.',
  method: 'POST',
  path: '/auth/second-factor',
  access: 'session',
  needsProof: true,
  beforeSecondFactor: 'to set up',
  body: z.object({ code }),
  result: recoveryCodes,
  errors: [ENTER_CODE, WRONG_CODE, SECOND_FACTOR_ON, SET_UP_AGAIN],
  fallback: 'Two-step verification could not be set up. Please try again.',
})

export const removeSecondFactor = endpoint({
  summary: 'Removes the second factor of whoever is signed in, with its recovery codes.',
  method: 'DELETE',
  path: '/auth/second-factor',
  access: 'session',
  needsProof: true,
  result: done,
  errors: [SECOND_FACTOR_OFF, LAST_SECOND_FACTOR],
  fallback: 'Two-step verification could not be removed. Please try again.',
})

export const renewRecoveryCodes = endpoint({
  summary: 'Makes ten new recovery codes; those of before count no more.',
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  access: 'session',
  needsProof: true,
  result: recoveryCodes,
  errors: [SECOND_FACTOR_OFF],
  fallback: 'New recovery codes could not be made. Please try again.',
})
