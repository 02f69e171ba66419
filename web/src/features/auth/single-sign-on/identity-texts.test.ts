import { expect, test } from 'vitest'
import { noPasswordText, removalQuestion } from './identity-texts.ts'

test.each([
  [{ hasPassword: true, hasPasskey: false, others: [] }, 'your password'],
  [{ hasPassword: false, hasPasskey: true, others: [] }, 'a passkey'],
  [
    { hasPassword: true, hasPasskey: true, others: [{ name: 'The firm' }] },
    'your password or a passkey or The firm',
  ],
])('who removes a sign-in hears only of ways in that they have: %j', (waysLeft, ways) => {
  expect(removalQuestion(waysLeft)).toBe(`It opens your account no more. You sign in with ${ways} then.`)
})

test.each([
  [
    [{ name: 'The firm', stays: 'gives access' as const }],
    'You have none: you sign in with The firm. An administrator can send you a link to choose one.',
  ],
  [
    [{ name: 'The firm', stays: 'only way in' as const }],
    'You have none: you sign in with The firm. To get one, sign out and use “Forgot password?”.',
  ],
  [[], 'You have none. To get one, sign out and use “Forgot password?”.'],
])('who has no password hears how they get one: %j', (identities, text) => {
  expect(noPasswordText(identities)).toBe(text)
})
