import { isCommonPassword, TOO_COMMON } from './common-passwords.ts'
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from './limits.ts'

export const TOO_SHORT = 'Password must be at least 8 characters long.'
export const TOO_LONG = 'Password must be at most 128 characters long.'

/** The length of a password in characters as a person counts them: code points. */
export function passwordLength(password: string): number {
  return Array.from(password).length
}

/** The sentence that refuses a new password, or null for a good one. A password is taken as it is, spaces included. */
export function passwordProblem(password: string): string | null {
  const length = passwordLength(password)
  if (length < MIN_PASSWORD_CHARACTERS) return TOO_SHORT
  if (length > MAX_PASSWORD_CHARACTERS) return TOO_LONG
  return isCommonPassword(password) ? TOO_COMMON : null
}
