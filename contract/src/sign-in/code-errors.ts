import { defineError } from '../error.ts'

// What is wrong with a code of the second factor, wherever one is asked for.

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
/** Not 401: the session, or the sign-in that is half done, lives on. */
export const WRONG_CODE = defineError({
  code: 'account.code_wrong',
  status: 403,
  sentence: 'This code is not right, or was used already. Please try the next one.',
})
/** There is no sign-in that is half done, or it was begun too long ago. */
export const PASSWORD_FIRST = defineError({
  code: 'sign_in.password_first',
  status: 403,
  sentence: 'Please enter your username and password again.',
})
/** Of an app or of passkeys, whichever is left. */
export const LAST_SECOND_FACTOR = defineError({
  code: 'account.last_second_factor',
  status: 409,
  sentence:
    'Your role has to sign in with a second factor. Please add another one before you remove this one.',
})
