import { defineError } from '../error.ts'

export const TOO_SHORT = defineError({
  code: 'password.too_short',
  status: 400,
  sentence: 'Password must be at least 8 characters long.',
})
export const TOO_LONG = defineError({
  code: 'password.too_long',
  status: 400,
  sentence: 'Password must be at most 128 characters long.',
})
export const TOO_COMMON = defineError({
  code: 'password.too_common',
  status: 400,
  sentence: 'Please choose a less common password.',
})

/** Errors of every call that sets a password. Separate from the rules, which import the list of common passwords. */
export const passwordErrors = [TOO_SHORT, TOO_LONG, TOO_COMMON] as const
