import {
  FILL_BOTH_PASSWORDS,
  PASSWORDS_DIFFER,
  RESET_INCOMPLETE,
  RESET_INVALID,
} from '@portal/contract/accounts.ts'
import { toFailure, type Failure } from './failure.ts'
import type { MailedLink } from './mailed-link.ts'

export type NewPassword = { readonly newPassword: string; readonly confirmPassword: string }

export type ResetField = keyof NewPassword

/** `field` is the one to blame; null for none. */
export type ResetFailure = Failure & { readonly field: ResetField | null }

/** Stands from the start where the address lacks something (specification, section 5). */
export const INCOMPLETE_ADDRESS: ResetFailure = { text: RESET_INVALID, hint: null, field: null }

/** The error catalogue's sentence where the server sent none (specification, section 8). */
const NOT_UPDATED = 'Unable to update password. The link may have expired.'

export function aboutPassword(field: ResetField, text: string): ResetFailure {
  return { text, hint: null, field }
}

/** What stands against link and passwords, the password's own rules aside; null for nothing. */
export function resetProblem(
  { isWhole }: Pick<MailedLink, 'isWhole'>,
  { newPassword, confirmPassword }: NewPassword,
): ResetFailure | null {
  if (!isWhole) return { text: RESET_INCOMPLETE, hint: null, field: null }
  if (newPassword === '') return aboutPassword('newPassword', FILL_BOTH_PASSWORDS)
  if (confirmPassword === '') return aboutPassword('confirmPassword', FILL_BOTH_PASSWORDS)
  return newPassword === confirmPassword ? null : aboutPassword('confirmPassword', PASSWORDS_DIFFER)
}

export function resetFailure(error: unknown): ResetFailure {
  return { ...toFailure(error, NOT_UPDATED), field: null }
}
