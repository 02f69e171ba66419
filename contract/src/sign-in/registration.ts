import { z } from 'zod'
import { hashingErrors } from './sign-in.ts'
import { TOO_MANY_ATTEMPTS } from '../common-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError, type ErrorCase } from '../error.ts'
import { done, id, typedText } from '../fields.ts'
import { passwordErrors, TOO_LONG } from './password-errors.ts'

/** A county that people may register for. */
export const registrationCounty = z.object({ CountyID: id, Name: z.string() })
export type RegistrationCounty = z.output<typeof registrationCounty>

export const REGISTERED = 'Please check your e-mail to confirm your address.'
export const RESET_SENT = 'If an account exists for that email, a reset link has been sent.'
export const RESET_DONE = 'Password updated successfully. Redirecting to login...'
export const CONFIRMED = 'Your email has been verified successfully.'
export const RESENT = 'A new confirmation email has been sent.'

export const NOT_AN_EMAIL = defineError({
  code: 'account.email_invalid',
  status: 400,
  sentence: 'Please enter a valid email address.',
})
/** The specification identifies this error by the word "domain" (section 4). */
export const NOT_AUTHORIZED_DOMAIN = defineError({
  code: 'account.domain_not_authorized',
  status: 403,
  sentence: 'This e-mail domain is not authorized for the county. Please contact the helpdesk for support.',
})

export const EMAIL_REQUIRED = defineError({
  code: 'registration.email_required',
  status: 400,
  sentence: 'Email is required.',
})
export const PASSWORD_REQUIRED = defineError({
  code: 'registration.password_required',
  status: 400,
  sentence: 'Password is required.',
})
export const SELECT_COUNTY = defineError({
  code: 'registration.county_required',
  status: 400,
  sentence: 'Please select your county.',
})

export const ENTER_EMAIL = defineError({
  code: 'reset.email_required',
  status: 400,
  sentence: 'Please enter your email address.',
})
export const RESET_INCOMPLETE = defineError({
  code: 'reset.link_incomplete',
  status: 400,
  sentence: 'Reset link is missing required information.',
})
export const FILL_BOTH_PASSWORDS = defineError({
  code: 'reset.passwords_required',
  status: 400,
  sentence: 'Please fill out both password fields.',
})
export const PASSWORDS_DIFFER = defineError({
  code: 'reset.passwords_differ',
  status: 400,
  sentence: 'Passwords do not match.',
})
export const RESET_INVALID = defineError({
  code: 'reset.link_invalid',
  status: 400,
  sentence: 'Invalid or expired reset link. Please request a new email.',
})

export const CONFIRM_INCOMPLETE = defineError({
  code: 'confirmation.link_incomplete',
  status: 400,
  sentence: 'Invalid confirmation link.',
})
export const CONFIRM_INVALID = defineError({
  code: 'confirmation.link_invalid',
  status: 400,
  sentence: 'We were unable to verify your email. Please request a new link.',
})
export const RESEND_INCOMPLETE = defineError({
  code: 'confirmation.email_required',
  status: 400,
  sentence: 'Email address missing; cannot resend confirmation.',
})

/** Bytes. Fits two passwords that are much too long, so that the sender gets the error of the broken rule. */
const TWO_PASSWORDS_BODY_BYTES = 32_768

const email = (missing: ErrorCase) => typedText(missing, NOT_AN_EMAIL)
const password = (missing: ErrorCase) => typedText(missing, TOO_LONG)
const result = z.object({ success: z.literal(true), message: z.string() })

export const listRegistrationCounties = endpoint({
  summary: 'Counties with at least one e-mail domain or address that may register.',
  method: 'GET',
  path: '/auth/counties',
  access: 'public',
  result: z.array(registrationCounty),
  errors: [],
})

export const register = endpoint({
  summary: 'Asks for an account and mails a link; the answer never says whether the address has one.',
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  body: z.object({
    email: email(EMAIL_REQUIRED),
    password: password(PASSWORD_REQUIRED),
    countyId: id.nullish(),
  }),
  result: done,
  errors: [
    EMAIL_REQUIRED,
    PASSWORD_REQUIRED,
    NOT_AN_EMAIL,
    SELECT_COUNTY,
    ...passwordErrors,
    NOT_AUTHORIZED_DOMAIN,
    ...hashingErrors,
  ],
  fallback: 'Registration failed. Please try again.',
})

export const requestReset = endpoint({
  summary: 'Mails a link to set a new password, if there is an account; the answer is the same without one.',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  body: z.object({ email: email(ENTER_EMAIL) }),
  result,
  errors: [ENTER_EMAIL, NOT_AN_EMAIL, TOO_MANY_ATTEMPTS],
  fallback: 'Unable to process your request right now. Please try again later.',
})

/** States of a password link; an `unknown` link was never issued, or was issued too long ago. */
const PASSWORD_LINK_STATES = ['good', 'over', 'unknown'] as const

export const lookAtPasswordLink = endpoint({
  summary:
    'Says whether a mailed link to a password is good, was used or has expired, or is unknown. Of a good one, whether it is for a first password, and the counties of its person.',
  method: 'POST',
  path: '/auth/password-link',
  access: 'public',
  body: z.object({
    email: email(RESET_INCOMPLETE),
    token: typedText(RESET_INCOMPLETE, RESET_INVALID),
  }),
  result: z.object({
    state: z.enum(PASSWORD_LINK_STATES),
    isFirst: z.boolean(),
    /** Names of the person's counties; empty unless the link is good. */
    counties: z.array(z.string()),
  }),
  errors: [RESET_INCOMPLETE, RESET_INVALID, TOO_MANY_ATTEMPTS],
})

export const confirmReset = endpoint({
  summary: 'Sets a new password by a mailed link, ends all sessions of the account and confirms its address.',
  method: 'POST',
  path: '/auth/confirm-reset-password',
  access: 'public',
  body: z.object({
    email: email(RESET_INCOMPLETE),
    token: typedText(RESET_INCOMPLETE, RESET_INVALID),
    newPassword: password(FILL_BOTH_PASSWORDS),
    confirmPassword: password(FILL_BOTH_PASSWORDS),
  }),
  maxBodyBytes: TWO_PASSWORDS_BODY_BYTES,
  result,
  errors: [
    RESET_INCOMPLETE,
    FILL_BOTH_PASSWORDS,
    PASSWORDS_DIFFER,
    ...passwordErrors,
    RESET_INVALID,
    NOT_AUTHORIZED_DOMAIN,
    ...hashingErrors,
  ],
})

export const confirmAccount = endpoint({
  summary:
    'Confirms an address by a mailed link; with the same link again it is success again while that lives.',
  method: 'POST',
  path: '/auth/confirm-account',
  access: 'public',
  body: z.object({
    email: email(CONFIRM_INCOMPLETE),
    token: typedText(CONFIRM_INCOMPLETE, CONFIRM_INVALID),
  }),
  result,
  errors: [CONFIRM_INCOMPLETE, CONFIRM_INVALID, NOT_AUTHORIZED_DOMAIN, TOO_MANY_ATTEMPTS],
})

export const resendConfirmation = endpoint({
  summary:
    'Mails links again for the newest three registrations that wait for their confirmation, if there are any.',
  method: 'POST',
  path: '/auth/resend-confirmation',
  access: 'public',
  body: z.object({ email: email(RESEND_INCOMPLETE) }),
  result,
  errors: [RESEND_INCOMPLETE, NOT_AN_EMAIL, TOO_MANY_ATTEMPTS],
  fallback: 'Failed to resend confirmation email.',
})
