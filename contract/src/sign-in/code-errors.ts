import { defineError } from '../error.ts'

// Errors of a second-factor code, for every call that asks for one.

/** The password was right; the code comes next. */
export const SECOND_FACTOR_REQUIRED = defineError({
  code: 'sign_in.second_factor_required',
  status: 403,
  sentence: 'Please enter the code of your authenticator app.',
})
export const ENTER_CODE = defineError({
  code: 'account.code_required',
  status: 400,
  sentence: 'Please enter a code.',
})
/** Not 401, because the session, or the half-finished sign-in, stays valid. */
export const WRONG_CODE = defineError({
  code: 'account.code_wrong',
  status: 403,
  sentence: 'This code is not right, or was used already. Please try the next one.',
})
/** There is no half-finished sign-in, or it has expired. */
export const PASSWORD_FIRST = defineError({
  code: 'sign_in.password_first',
  status: 403,
  sentence: 'Please enter your username and password again.',
})
/** The last factor may be the authenticator app or a passkey. */
export const LAST_SECOND_FACTOR = defineError({
  code: 'account.last_second_factor',
  status: 409,
  sentence: 'Your role requires two-step verification. Please add another one before you remove this one.',
})
