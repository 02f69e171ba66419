import { isCommonPassword } from './common-passwords.ts'
import type { ErrorCase } from '../error.ts'
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../limits.ts'
import { TOO_COMMON, TOO_LONG, TOO_SHORT } from './password-errors.ts'

/** The length of a password in Unicode characters: code points, as NIST SP 800-63B counts them. */
export function passwordLength(password: string): number {
  return Array.from(password).length
}

/** The error of a new password, or null if it is valid. A password is used unchanged, spaces included. */
export function passwordProblem(password: string): ErrorCase | null {
  const length = passwordLength(password)
  if (length < MIN_PASSWORD_CHARACTERS) return TOO_SHORT
  if (length > MAX_PASSWORD_CHARACTERS) return TOO_LONG
  return isCommonPassword(password) ? TOO_COMMON : null
}
