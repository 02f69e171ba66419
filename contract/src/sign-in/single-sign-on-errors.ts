import { defineError } from '../error.ts'

// Errors between the portal and an issuer. A browser that returns from an issuer is redirected to the sign-in screen
// with the error code; `{name}` is the name on the issuer's button.

export const ISSUER_UNKNOWN = defineError({
  code: 'single_sign_on.issuer_unknown',
  status: 404,
  sentence: 'This way of signing in is no longer offered. Please sign in with your password.',
})
export const ISSUER_AWAY = defineError({
  code: 'single_sign_on.issuer_away',
  status: 503,
  logged: 'reason',
  sentence: '{name} does not answer right now. Please try again in a minute, or sign in with your password.',
})
export const ISSUER_REFUSED = defineError({
  code: 'single_sign_on.refused',
  status: 401,
  sentence: 'Signing in with {name} did not work. Please try again.',
})
export const SIGN_IN_CANCELLED = defineError({
  code: 'single_sign_on.cancelled',
  status: 401,
  sentence: 'Signing in with {name} was cancelled. Please try again.',
})
/** The sign-in started in another browser, with another issuer or too long ago, or has already ended. */
export const SIGN_IN_OVER = defineError({
  code: 'single_sign_on.over',
  status: 401,
  sentence: 'This sign-in with {name} is over. Please begin it again.',
})
export const ADDRESS_UNVERIFIED = defineError({
  code: 'single_sign_on.address_unverified',
  status: 403,
  sentence: '{name} has not verified your e-mail address, so you can’t sign in with it.',
})
export const DOMAIN_NOT_OFFERED = defineError({
  code: 'single_sign_on.domain_not_offered',
  status: 403,
  sentence: 'Your e-mail address at {name} is not of a domain that may sign in with it.',
})
export const NO_ACCESS_GRANTED = defineError({
  code: 'single_sign_on.no_access',
  status: 403,
  sentence: 'Your {name} account has no access to this portal. Please ask the helpdesk.',
})
/** The address has an account, but no one can prove that it is theirs, because no one has ever signed in to it. */
export const INVITED_ONLY = defineError({
  code: 'single_sign_on.invited',
  status: 403,
  sentence:
    'You are invited here already. Please choose a password first, by the link of your invitation or with “Forgot password?”.',
})

/** Errors with which a browser may return from an issuer. */
export const RETURN_ERRORS = [
  ISSUER_UNKNOWN,
  ISSUER_AWAY,
  ISSUER_REFUSED,
  SIGN_IN_CANCELLED,
  SIGN_IN_OVER,
  ADDRESS_UNVERIFIED,
  DOMAIN_NOT_OFFERED,
  NO_ACCESS_GRANTED,
  INVITED_ONLY,
] as const

export const NO_PENDING_IDENTITY = defineError({
  code: 'single_sign_on.nothing_to_join',
  status: 409,
  sentence:
    'There is nothing left to join to your account. Please begin again with the button of the sign-in.',
})
export const IDENTITY_NOT_FOUND = defineError({
  code: 'single_sign_on.not_joined',
  status: 404,
  sentence: 'This sign-in has been removed already.',
})
export const ALREADY_JOINED = defineError({
  code: 'single_sign_on.already_joined',
  status: 409,
  sentence:
    'Another account at {name} signs in to your account already. Please remove that one first, under Account.',
})
export const ACCESS_FROM_ISSUER = defineError({
  code: 'single_sign_on.gives_access',
  status: 409,
  sentence: 'Your access comes from this sign-in, so it can’t be removed. Please ask an administrator.',
})
export const LAST_WAY_IN = defineError({
  code: 'single_sign_on.last_way_in',
  status: 409,
  sentence:
    'You could not sign in any more. Please set a password first, with “Forgot password?” of the sign-in.',
})
