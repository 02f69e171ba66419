import { expect, test } from 'vitest'
import { joinClaims } from './access-of-claims.ts'

const verified = (token: object, userInfo: object) =>
  joinClaims({ ...token }, { ...userInfo }, 'email_verified')

test('V10.5.2 a verified flag counts only for the address that it was sent with', () => {
  const mallory = { email: 'mallory@firm.example', email_verified: true, groups: ['appraisers'] }
  expect(verified({ email: 'victim@county.example' }, mallory)).toMatchObject({
    email: 'victim@county.example',
    email_verified: undefined,
  })
  expect(verified({ email_verified: true }, { email: 'victim@county.example' })).toMatchObject({
    email: 'victim@county.example',
    email_verified: undefined,
  })
  expect(verified({ email: mallory.email }, mallory)).toMatchObject(mallory)
  expect(verified(mallory, {})).toEqual(mallory)
})
