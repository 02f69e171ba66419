import {
  EMAIL_REQUIRED,
  NOT_AN_EMAIL,
  PASSWORD_REQUIRED,
  register,
  SELECT_COUNTY,
} from '@portal/contract/accounts.ts'
import { parseEmail } from '@portal/contract/email.ts'
import { CallError } from '../../lib/call.ts'
import { toFailure, type Failure } from './failure.ts'

/** What was typed; `countyId` is null while none is chosen. */
export type Registrant = {
  readonly email: string
  readonly password: string
  readonly countyId: number | null
  readonly isStaff: boolean
}

export type RegisterField = 'email' | 'password' | 'county'

/** `field` is the one to blame; a block is about the person, not about what was typed. */
export type RegisterFailure = Failure & { readonly field: RegisterField | null; readonly isBlock: boolean }

const NOT_AUTHORIZED = 'Email is not authorized. Please contact the helpdesk for support.'

/** Whether an address belongs to the firm, so that it registers without a county; also while it is typed. */
export function isStaffEmail(email: string, staffEmailDomain: string | null): boolean {
  return staffEmailDomain !== null && email.trim().toLowerCase().endsWith(`@${staffEmailDomain}`)
}

/** A sentence against one field. */
export function aboutField(field: RegisterField, text: string): RegisterFailure {
  return { field, text, hint: null, isBlock: false }
}

/** What the form has against what was typed, the password's own rules aside; null for nothing. */
export function registrationProblem({
  email,
  password,
  countyId,
  isStaff,
}: Registrant): RegisterFailure | null {
  if (email.trim() === '') return aboutField('email', EMAIL_REQUIRED)
  if (password === '') return aboutField('password', PASSWORD_REQUIRED)
  if (countyId === null && !isStaff) return aboutField('county', SELECT_COUNTY)
  return parseEmail(email) ? null : aboutField('email', NOT_AN_EMAIL)
}

/** The call's body: the address as accounts are named by it, no county for staff. */
export function toRegistration({ email, password, countyId, isStaff }: Registrant) {
  const address = { email: email.trim().toLowerCase(), password }
  return isStaff ? address : { ...address, countyId }
}

/** A 403 that speaks of the domain is the block of the specification (section 4). */
export function registrationFailure(error: unknown): RegisterFailure {
  if (error instanceof CallError && error.status === 403 && /domain/i.test(error.message))
    return { field: 'email', text: NOT_AUTHORIZED, hint: null, isBlock: true }
  return { ...toFailure(error, register.fallback), field: null, isBlock: false }
}
