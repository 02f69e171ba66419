import {
  FILL_BOTH_PASSWORDS,
  PASSWORDS_DIFFER,
  RESET_INCOMPLETE,
  RESET_INVALID,
} from '@portal/contract/sign-in/registration.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { MailedLink } from '../mailed-link.ts'

export type NewPassword = { readonly newPassword: string; readonly confirmPassword: string }

export type ResetField = keyof NewPassword

/** `field` is the field at fault; null for none. */
export type ResetFailure = Failure & { readonly field: ResetField | null }

/** Shown from the start if the address is incomplete (specification, section 5). */
export const INCOMPLETE_ADDRESS: ResetFailure = { text: RESET_INVALID.sentence, hint: null, field: null }

/** The error catalogue's sentence if the server sent none (specification, section 8). */
const NOT_UPDATED = 'Unable to update password. The link may have expired.'

export function aboutPassword(field: ResetField, text: string): ResetFailure {
  return { text, hint: null, field }
}

/** Why the link or the passwords are rejected, apart from the password rules; null if they are valid. */
export function resetProblem(
  { isWhole }: Pick<MailedLink, 'isWhole'>,
  { newPassword, confirmPassword }: NewPassword,
): ResetFailure | null {
  if (!isWhole) return { text: RESET_INCOMPLETE.sentence, hint: null, field: null }
  if (newPassword === '') return aboutPassword('newPassword', FILL_BOTH_PASSWORDS.sentence)
  if (confirmPassword === '') return aboutPassword('confirmPassword', FILL_BOTH_PASSWORDS.sentence)
  return newPassword === confirmPassword ? null : aboutPassword('confirmPassword', PASSWORDS_DIFFER.sentence)
}

export function resetFailure(error: unknown): ResetFailure {
  return { ...toFailure(error, NOT_UPDATED), field: null }
}
