import {
  EMAIL_REQUIRED,
  NOT_AN_EMAIL,
  NOT_AUTHORIZED_DOMAIN,
  PASSWORD_REQUIRED,
  register,
  SELECT_COUNTY,
} from '@portal/contract/sign-in/registration.ts'
import { parseEmail } from '@portal/contract/email.ts'
import { failedBy } from '../../../lib/failure-text.ts'
import { toFailure, type Failure } from '../failure.ts'

/** The form's input; `countyId` is null while no county is chosen. */
export type Registrant = {
  readonly email: string
  readonly password: string
  readonly countyId: number | null
  readonly isStaff: boolean
}

export type RegisterField = 'email' | 'password' | 'county'

/** `field` is the field at fault. With `isBlock`, the address is not authorized, and the input itself is valid. */
export type RegisterFailure = Failure & { readonly field: RegisterField | null; readonly isBlock: boolean }

const NOT_AUTHORIZED = 'Email is not authorized. Please contact the helpdesk for support.'

/** Whether an address belongs to the firm and therefore registers without a county; also evaluated during typing. */
export function isStaffEmail(email: string, staffEmailDomain: string | null): boolean {
  return staffEmailDomain !== null && email.trim().toLowerCase().endsWith(`@${staffEmailDomain}`)
}

/** A problem with one field. */
export function aboutField(field: RegisterField, text: string): RegisterFailure {
  return { field, text, hint: null, isBlock: false }
}

/** Why the form rejects the input, apart from the password rules; null if it is valid. */
export function registrationProblem({
  email,
  password,
  countyId,
  isStaff,
}: Registrant): RegisterFailure | null {
  if (email.trim() === '') return aboutField('email', EMAIL_REQUIRED.sentence)
  if (password === '') return aboutField('password', PASSWORD_REQUIRED.sentence)
  if (countyId === null && !isStaff) return aboutField('county', SELECT_COUNTY.sentence)
  return parseEmail(email) ? null : aboutField('email', NOT_AN_EMAIL.sentence)
}

/** The request's body: the address in the accounts' form, and no county for staff. */
export function toRegistration({ email, password, countyId, isStaff }: Registrant) {
  const address = { email: email.trim().toLowerCase(), password }
  return isStaff ? address : { ...address, countyId }
}

export function registrationFailure(error: unknown): RegisterFailure {
  if (isBlock(error)) return { field: 'email', text: NOT_AUTHORIZED, hint: null, isBlock: true }
  return { ...toFailure(error, register.fallback), field: null, isBlock: false }
}

/** If the server sends no code, follows the specification (section 4): its 403 mentions the domain. */
function isBlock(error: unknown): boolean {
  if (!failedBy(error, NOT_AUTHORIZED_DOMAIN)) return false
  return error.code !== undefined || /domain/i.test(error.message)
}
