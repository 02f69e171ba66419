import { expect, test } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { confirmationFailure } from './confirm-page.tsx'

test.each([
  [400, 'The link is at its end.', true, 'The link is at its end.', false],
  [400, '', false, 'We were unable to verify your email. Please request a new link.', false],
  [0, '', false, 'We were unable to verify your email. Please request a new link.', true],
  [429, 'Too many attempts.', true, 'Too many attempts.', true],
  [503, 'The database is down.', true, 'The database is down.', true],
])('S8.10 status %i, %j: the same link may be tried again if it may be valid', (...row) => {
  const [status, message, fromServer, text, mayRetry] = row
  const failed = confirmationFailure(new CallError({ status, message, fromServer }))
  expect(failed).toMatchObject({ state: 'failed', failure: { text }, mayRetry })
})
