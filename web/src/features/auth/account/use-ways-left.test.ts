import { expect, test } from 'vitest'
import { identityQuestion, passkeyQuestion } from './use-ways-left.ts'

const FIRM = { name: 'The firm' }

test.each([
  [{ hasPassword: true, hasPasskey: false, issuers: [] }, 'your password'],
  [{ hasPassword: false, hasPasskey: true, issuers: [] }, 'a passkey'],
  [{ hasPassword: true, hasPasskey: true, issuers: [FIRM] }, 'your password or a passkey or The firm'],
])('removing a sign-in mentions only remaining ways to sign in: %j', (left, ways) => {
  expect(identityQuestion(left)).toBe(`It can no longer be used. You sign in with ${ways} then.`)
})

test.each([
  [{ hasPassword: true, hasPasskey: true, issuers: [FIRM] }, 'Your password still works.'],
  [{ hasPassword: false, hasPasskey: false, issuers: [FIRM] }, 'You sign in with The firm then.'],
  [{ hasPassword: false, hasPasskey: true, issuers: [] }, 'You sign in with a passkey then.'],
  [
    { hasPassword: false, hasPasskey: false, issuers: [] },
    'Nothing else signs you in: you would need a new password.',
  ],
])('removing a passkey mentions a password only if there is one: %j', (left, rest) => {
  expect(passkeyQuestion(left)).toBe(`You cannot sign in with it any more. ${rest}`)
})
