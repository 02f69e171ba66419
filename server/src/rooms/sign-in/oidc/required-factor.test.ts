import { getAccount, type Account } from '@portal/contract/account/account.ts'
import { getSession, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { SECOND_FACTOR_NEEDED } from '@portal/contract/common-errors.ts'
import { afterEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { cookieOf } from '../../../testing/cookie-of.ts'
import { setUpSecondFactor } from '../../../testing/second-factor.ts'
import { issuersInTests } from '../../../testing/issuers-in-tests.ts'
import { issuerCalls } from '../../../testing/issuer-calls.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../../testing/test-portal.ts'

const DOCUMENTS = '/api/files/uploads'

const issuers = await issuersInTests()
issuers.firm.knows('ann', { email: 'ann@firm.example', email_verified: true, groups: ['appraisers'] })

let portal: TestPortal
afterEach(() => portal.close())

/** Ann, who is staff by the issuer's rules, signs in. Staff need a second factor. */
async function signInAnn(issuer: { countsAsSecondFactor: boolean }): Promise<string> {
  portal = await testPortal({
    issuers: { ...issuers, changed: issuer },
    environment: { SECOND_FACTOR_REQUIRED: 'staff' },
  })
  await portal.addCounty('Reeves', '389')
  const { answer } = await issuerCalls(portal).signIn('firm', 'ann')
  return cookieOf(answer)
}
const sessionOf = async (cookie: string) =>
  (await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })).json<Session>()
const documentsOf = (cookie: string) =>
  portal.app.inject({ method: 'GET', url: DOCUMENTS, headers: { cookie } })

test('R2.140 V6.3.3 an account from an issuer that does not count as a second factor must set one up, if its role needs one', async () => {
  const cookie = await signInAnn({ countsAsSecondFactor: false })
  expect(await sessionOf(cookie)).toMatchObject({ secondFactor: 'to set up', rights: [] })
  const refused = await documentsOf(cookie)
  expect([refused.statusCode, refused.json()]).toEqual([403, failure(SECOND_FACTOR_NEEDED).toFailure()])
  // The text of the set-up, and the kind of proof, depend on whether they have a password.
  const account = await portal.call(ANONYMOUS_PERSON, getAccount, { headers: { cookie } })
  expect([account.statusCode, account.json<Account>().passwordChangedAt]).toEqual([200, null])
  await setUpSecondFactor(portal, { accountId: 0, email: 'ann@firm.example', password: '', cookie })
  expect((await sessionOf(cookie)).secondFactor).toBeUndefined()
  expect((await documentsOf(cookie)).statusCode).toBe(200)
})

test('R2.141 V6.3.3 an account from an issuer that counts as one can continue immediately', async () => {
  const cookie = await signInAnn({ countsAsSecondFactor: true })
  expect((await sessionOf(cookie)).secondFactor).toBeUndefined()
  expect((await documentsOf(cookie)).statusCode).toBe(200)
})
