import { WRONG_PASSWORD } from '@portal/contract/account/account.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { changeFailure, changeProblem } from './password-section.tsx'

const TYPED = { currentPassword: 'old', newPassword: 'new', confirmPassword: 'new' }

test.each([
  [{}, null, undefined],
  [{ currentPassword: '' }, 'currentPassword', 'Please enter your password.'],
  [{ newPassword: '' }, 'newPassword', 'Please enter a new password.'],
  [{ confirmPassword: 'knew' }, 'confirmPassword', 'Passwords do not match.'],
] as const)('a change of password with %j marks %s', (typed, field, text) => {
  const problem = changeProblem({ ...TYPED, ...typed })
  expect([problem?.field ?? null, problem?.text]).toEqual([field, text])
})

test('a wrong current password is shown at its field, other errors at none', () => {
  const { status, code, sentence: message } = WRONG_PASSWORD
  expect(changeFailure(new CallError({ status, code, message, fromServer: true }))).toEqual({
    text: message,
    hint: null,
    field: 'currentPassword',
  })
  expect(changeFailure(new Error('bug'))).toMatchObject({ field: null })
})
