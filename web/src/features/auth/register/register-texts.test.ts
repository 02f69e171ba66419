import {
  EMAIL_REQUIRED,
  NOT_AN_EMAIL,
  NOT_AUTHORIZED_DOMAIN,
  PASSWORD_REQUIRED,
  SELECT_COUNTY,
} from '@portal/contract/sign-in/registration.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { isStaffEmail, registrationFailure, registrationProblem, toRegistration } from './register-texts.ts'

const GOOD = { email: 'ann@reeves.example', password: 'copper ledger', countyId: 3, isStaff: false }

test.each([
  [{ email: ' ' }, 'email', EMAIL_REQUIRED.sentence],
  [{ password: '' }, 'password', PASSWORD_REQUIRED.sentence],
  [{ countyId: null }, 'county', SELECT_COUNTY.sentence],
  [{ email: 'ann' }, 'email', NOT_AN_EMAIL.sentence],
])('%o marks the field %s: %s', (typed, field, text) => {
  expect(registrationProblem({ ...GOOD, ...typed })).toMatchObject({ field, text })
})

test('S5.6 staff need no county, and none is sent for them', () => {
  const staff = { ...GOOD, isStaff: true }
  expect(registrationProblem({ ...staff, countyId: null })).toBeNull()
  expect(toRegistration(staff)).toEqual({ email: 'ann@reeves.example', password: 'copper ledger' })
})

test('S5.7 the address is trimmed and lower-cased, the password stays as it is', () => {
  expect(toRegistration({ ...GOOD, email: '  Ann@Reeves.EXAMPLE ', password: ' Aa ' })).toEqual({
    email: 'ann@reeves.example',
    password: ' Aa ',
    countyId: 3,
  })
})

test.each([
  ['ann@staff.example', true],
  [' ANN@Staff.Example ', true],
  ['ann@other-staff.example', false],
  ['ann@sub.staff.example', false],
  ['ann@staff.example.org', false],
  ['ann@staff', false],
])('S9.25 %s belongs to the firm: %s', (email, belongs) => {
  expect(isStaffEmail(email, 'staff.example')).toBe(belongs)
  expect(isStaffEmail(email, null)).toBe(false)
})

function failed(status: number, message: string, { fromServer = true, code }: FailureFacts = {}) {
  return registrationFailure(new CallError({ status, message, fromServer, code }))
}
type FailureFacts = { fromServer?: boolean; code?: string }

test('S4.5 a 403 about the domain is the block, any other failure the server’s sentence or the fallback', () => {
  expect(failed(403, 'This Domain is not allowed.')).toMatchObject({
    text: 'Email is not authorized. Please contact the helpdesk for support.',
    isBlock: true,
  })
  expect(failed(403, 'Not from here.')).toMatchObject({ text: 'Not from here.', isBlock: false })
  expect(failed(400, 'The domain is odd.')).toMatchObject({ text: 'The domain is odd.', isBlock: false })
  expect(failed(500, 'made up here', { fromServer: false }).text).toBe(
    'Registration failed. Please try again.',
  )
})

test('an error code of the server alone identifies a block, whatever the text', () => {
  expect(failed(403, 'Not from here.', NOT_AUTHORIZED_DOMAIN).isBlock).toBe(true)
  expect(failed(403, 'Your domain came from another site.', { code: 'request.other_origin' })).toMatchObject({
    text: 'Your domain came from another site.',
    isBlock: false,
  })
})
