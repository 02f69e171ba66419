import { expect, test } from 'vitest'
import { noPasswordText } from './identity-texts.ts'

test.each([
  [
    [{ name: 'The firm', stays: 'gives access' as const }],
    'You have none: you sign in with The firm. Please ask your county manager or the helpdesk for a link to choose one.',
  ],
  [
    [{ name: 'The firm', stays: 'only way in' as const }],
    'You have none: you sign in with The firm. To get one, sign out and use “Forgot password?”.',
  ],
  [[], 'You have none. To get one, sign out and use “Forgot password?”.'],
])('a person without a password reads how they get one: %j', (identities, text) => {
  expect(noPasswordText(identities)).toBe(text)
})
