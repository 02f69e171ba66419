import { z } from 'zod'
import { TOO_MANY_ATTEMPTS } from './auth.ts'
import { TOO_COMMON } from './common-passwords.ts'
import { endpoint } from './endpoint.ts'
import { done, id } from './fields.ts'
import { TOO_LONG, TOO_SHORT } from './password.ts'

/** A county that people may register for. */
export const registrationCounty = z.object({ CountyID: id, Name: z.string() })
export type RegistrationCounty = z.output<typeof registrationCounty>

export const EMAIL_REQUIRED = 'Email is required.'
export const PASSWORD_REQUIRED = 'Password is required.'
export const SELECT_COUNTY = 'Please select your county.'
export const NOT_AN_EMAIL = 'Please enter a valid email address.'
/** The screen knows this refusal by its word "domain" (specification, section 4). */
export const NOT_AUTHORIZED_DOMAIN =
  'This e-mail domain is not authorized for the county. Please contact the helpdesk for support.'
export const REGISTERED = 'Please check your e-mail to confirm your address.'

export const ENTER_EMAIL = 'Please enter your email address.'
export const RESET_SENT = 'If an account exists for that email, a reset link has been sent.'

export const RESET_INCOMPLETE = 'Reset link is missing required information.'
export const FILL_BOTH_PASSWORDS = 'Please fill out both password fields.'
export const PASSWORDS_DIFFER = 'Passwords do not match.'
export const RESET_INVALID = 'Invalid or expired reset link. Please request a new email.'
export const RESET_DONE = 'Password updated successfully. Redirecting to login...'

export const CONFIRM_INCOMPLETE = 'Invalid confirmation link.'
export const CONFIRM_INVALID = 'We were unable to verify your email. Please request a new link.'
export const CONFIRMED = 'Your email has been verified successfully.'

export const RESEND_INCOMPLETE = 'Email address missing; cannot resend confirmation.'
export const RESENT = 'A new confirmation email has been sent.'

/** Longer than any value that is right: who types too much gets a sentence, not a failure of the form. */
const LONGEST = 1000
/** Bytes of a body with two passwords that may be much too long, so that they hear which rule they break. */
const TWO_PASSWORDS = 32_768

const email = (missing: string) => z.string(missing).max(LONGEST, NOT_AN_EMAIL)
const token = (missing: string, wrong: string) => z.string(missing).max(LONGEST, wrong)
const password = (missing: string) => z.string(missing).max(LONGEST, TOO_LONG)
const answer = z.object({ success: z.literal(true), message: z.string() })

const refused = (...errors: readonly string[]) => errors.map((error) => ({ status: 400, error }))
const notAuthorized = { status: 403, error: NOT_AUTHORIZED_DOMAIN } as const
const tooMany = { status: 429, error: TOO_MANY_ATTEMPTS } as const

export const listRegistrationCounties = endpoint({
  name: 'listRegistrationCounties',
  summary: 'Counties with at least one e-mail domain or address that may register.',
  method: 'GET',
  path: '/auth/counties',
  access: 'public',
  answer: z.array(registrationCounty),
  errors: [],
})

export const register = endpoint({
  name: 'register',
  summary: 'Asks for an account and mails a link; the answer never says whether the address has one.',
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  body: z.object({
    email: email(EMAIL_REQUIRED),
    password: password(PASSWORD_REQUIRED),
    countyId: id.nullish(),
  }),
  answer: done,
  errors: [
    ...refused(EMAIL_REQUIRED, PASSWORD_REQUIRED, NOT_AN_EMAIL, SELECT_COUNTY),
    ...refused(TOO_SHORT, TOO_LONG, TOO_COMMON),
    notAuthorized,
    tooMany,
  ],
  fallback: 'Registration failed. Please try again.',
})

export const requestReset = endpoint({
  name: 'requestReset',
  summary: 'Mails a link to set a new password, if there is an account; the answer is the same without one.',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  body: z.object({ email: email(ENTER_EMAIL) }),
  answer,
  errors: [...refused(ENTER_EMAIL, NOT_AN_EMAIL), tooMany],
  fallback: 'Unable to process your request right now. Please try again later.',
})

export const confirmReset = endpoint({
  name: 'confirmReset',
  summary: 'Sets a new password by a mailed link, ends all sessions of the account and confirms its address.',
  method: 'POST',
  path: '/auth/confirm-reset-password',
  access: 'public',
  body: z.object({
    email: email(RESET_INCOMPLETE),
    token: token(RESET_INCOMPLETE, RESET_INVALID),
    newPassword: password(FILL_BOTH_PASSWORDS),
    confirmPassword: password(FILL_BOTH_PASSWORDS),
  }),
  bodyLimit: TWO_PASSWORDS,
  answer,
  errors: [
    ...refused(RESET_INCOMPLETE, FILL_BOTH_PASSWORDS, PASSWORDS_DIFFER),
    ...refused(TOO_SHORT, TOO_LONG, TOO_COMMON, RESET_INVALID),
    notAuthorized,
    tooMany,
  ],
})

export const confirmAccount = endpoint({
  name: 'confirmAccount',
  summary:
    'Confirms an address by a mailed link; with the same link again it is success again while that lives.',
  method: 'POST',
  path: '/auth/confirm-account',
  access: 'public',
  body: z.object({
    email: email(CONFIRM_INCOMPLETE),
    token: token(CONFIRM_INCOMPLETE, CONFIRM_INVALID),
  }),
  answer,
  errors: [...refused(CONFIRM_INCOMPLETE, CONFIRM_INVALID), notAuthorized, tooMany],
})

export const resendConfirmation = endpoint({
  name: 'resendConfirmation',
  summary:
    'Mails links again for the newest three registrations that wait for their confirmation, if there are any.',
  method: 'POST',
  path: '/auth/resend-confirmation',
  access: 'public',
  body: z.object({ email: email(RESEND_INCOMPLETE) }),
  answer,
  errors: [...refused(RESEND_INCOMPLETE, NOT_AN_EMAIL), tooMany],
  fallback: 'Failed to resend confirmation email.',
})
