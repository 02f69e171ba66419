import {
  changePassword,
  ENTER_NEW_PASSWORD,
  ENTER_PASSWORD,
  WRONG_PASSWORD,
} from '@portal/contract/account/account.ts'
import { PASSWORDS_DIFFER } from '@portal/contract/sign-in/registration.ts'
import { failedBy } from '../../../lib/failed-by.ts'
import { toFailure, type Failure } from '../failure.ts'

export type TypedPasswords = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
}

export type PasswordFieldName = keyof TypedPasswords

/** `field` is the one to blame; null for none. */
export type ChangeFailure = Failure & { readonly field: PasswordFieldName | null }

export function aboutField(field: PasswordFieldName, text: string): ChangeFailure {
  return { text, hint: null, field }
}

/** Why the form refuses what was typed, apart from the password rules; null where it does not. */
export function changeProblem(typed: TypedPasswords): ChangeFailure | null {
  const { currentPassword, newPassword, confirmPassword } = typed
  if (currentPassword === '') return aboutField('currentPassword', ENTER_PASSWORD.sentence)
  if (newPassword === '') return aboutField('newPassword', ENTER_NEW_PASSWORD.sentence)
  return newPassword === confirmPassword ? null : aboutField('confirmPassword', PASSWORDS_DIFFER.sentence)
}

/** What the server refused: of its reasons only a wrong password is about the current one. */
export function changeFailure(error: unknown): ChangeFailure {
  const field = failedBy(error, WRONG_PASSWORD) ? 'currentPassword' : null
  return { ...toFailure(error, changePassword.fallback), field }
}
