import { ENTER_BOTH, WRONG_SIGN_IN } from '@portal/contract/sign-in/sign-in.ts'
import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { signInFailure, signInProblem } from './sign-in-texts.ts'

test('both fields are required, and a password may be spaces', () => {
  expect(signInProblem({ username: ' ', password: 'x' })).toBe(ENTER_BOTH.sentence)
  expect(signInProblem({ username: 'ann@x.example', password: '' })).toBe(ENTER_BOTH.sentence)
  expect(signInProblem({ username: 'ann@x.example', password: '        ' })).toBeNull()
})

test("the server's error is shown, otherwise the specification's", () => {
  const told = new CallError({ status: 403, message: 'Please confirm first.', fromServer: true })
  const untold = new CallError({ status: 500, message: 'made up here', fromServer: false })
  expect(signInFailure(told)).toEqual({ text: 'Please confirm first.', hint: null })
  expect(signInFailure(untold)).toEqual({ text: WRONG_SIGN_IN.sentence, hint: null })
  expect(signInFailure(new Error('bug'))).toEqual({ text: WRONG_SIGN_IN.sentence, hint: null })
})

test('a portal that does not respond has its own message', () => {
  const failure = new CallError({ status: 0, message: 'not reached', fromServer: false })
  expect(signInFailure(failure).hint).toMatch('did not answer')
})

test.each([
  [30, 'You can try again in less than a minute.'],
  [60, 'You can try again in a minute.'],
  [61, 'You can try again in 2 minutes.'],
  [840, 'You can try again in 14 minutes.'],
])('R3.5 too many attempts: the message says to wait %i seconds', (retryAfter, hint) => {
  const failure = new CallError({ status: 429, message: 'Too many attempts.', fromServer: true, retryAfter })
  expect(signInFailure(failure)).toEqual({ text: 'Too many attempts.', hint })
})
