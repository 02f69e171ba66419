import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { resetFailure, resetProblem } from './reset-texts.ts'

const WHOLE = { isWhole: true }

test.each([
  [{ isWhole: false }, 'a', 'a', null, 'Reset link is missing required information.'],
  [WHOLE, '', 'a', 'newPassword', 'Please fill out both password fields.'],
  [WHOLE, 'a', '', 'confirmPassword', 'Please fill out both password fields.'],
  [WHOLE, 'long enough', 'long enouhg', 'confirmPassword', 'Passwords do not match.'],
])('%o with %j and %j marks %s: %s', (...row) => {
  const [link, newPassword, confirmPassword, field, text] = row
  expect(resetProblem(link, { newPassword, confirmPassword })).toMatchObject({ field, text })
})

test('two equal passwords may be sent, even if they are spaces', () => {
  expect(resetProblem(WHOLE, { newPassword: '        ', confirmPassword: '        ' })).toBeNull()
})

function failed(fromServer: boolean) {
  return resetFailure(new CallError({ status: 400, message: 'Expired.', fromServer }))
}

test("the server's error is shown, otherwise the catalogue's", () => {
  expect(failed(true).text).toBe('Expired.')
  expect(failed(false).text).toBe('Unable to update password. The link may have expired.')
})
