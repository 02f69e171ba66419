import { confirmReset, requestReset } from '@portal/contract/sign-in/registration.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { disablePerson } from '@portal/contract/people/person-acts.ts'
import { joinIdentity } from '@portal/contract/sign-in/single-sign-on.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cookieOf } from '../../../testing/cookie-of.ts'
import { linkOf, mailsTo } from '../../../testing/mailbox.ts'
import { passkeyCalls } from '../../../testing/passkey-calls.ts'
import { issuersInTests } from '../../../testing/issuers-in-tests.ts'
import { atSignIn, issuerCalls, whereTo, type IssuerCalls } from '../../../testing/issuer-calls.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'

const PASSWORD = 'quiet meadows at dawn'
const EMAIL = 'ann@firm.example'

const issuers = await issuersInTests()
issuers.firm.knows('ann', { email: EMAIL, email_verified: true, groups: ['appraisers'] })
issuers.firm.knows('unproven', { email: EMAIL, email_verified: false, groups: ['appraisers'] })

let portal: TestPortal
let browser: IssuerCalls
afterEach(() => portal.close())
let admin: TestPerson
beforeEach(async () => {
  portal = await testPortal({ issuers })
  browser = issuerCalls(portal)
  admin = await portal.addPerson({ email: 'admin@firm.example', role: 'administrator' })
})

const comeFirst = async (subject = 'ann') => {
  const { answer, cookie } = await browser.signIn('firm', subject)
  return { end: whereTo(answer), cookie }
}
async function invite(): Promise<void> {
  const payload = { lines: [EMAIL], role: 'administrator', countyIds: [] }
  expect((await portal.call(admin, invitePeople, { payload })).statusCode).toBe(200)
}
async function disable(): Promise<void> {
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM account WHERE email = $1', [EMAIL])
  const answer = await portal.call(admin, disablePerson, { params: { userId: rows[0]?.id ?? 0 } })
  expect(answer.statusCode).toBe(200)
}
const countWaiting = async () => (await portal.pool.query('SELECT FROM identity_to_join')).rowCount

test('R2.135 a disabled person gets the message of any failed sign-in the first time, too, and nothing waits to be joined', async () => {
  await portal.addPerson({ email: EMAIL })
  await disable()
  expect((await comeFirst()).end).toEqual(atSignIn('sign_in.wrong'))
  expect(await countWaiting()).toBe(0)
})

test('a person who is invited and disabled gets the same message', async () => {
  await invite()
  await disable()
  expect((await comeFirst()).end).toEqual(atSignIn('sign_in.wrong'))
})

test.each([
  ['the link of their invitation', () => Promise.resolve()],
  [
    'Forgot password?',
    async () => {
      expect(
        (await portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email: EMAIL } })).statusCode,
      ).toBe(200)
    },
  ],
])(
  'R2.133 an invited person without a password must choose one first, and then joins by %s',
  async (_, ask) => {
    await invite()
    expect((await comeFirst()).end).toEqual(atSignIn('single_sign_on.invited'))
    expect(await countWaiting()).toBe(0)
    await ask()
    const link = linkOf((await mailsTo(portal, EMAIL)).at(-1) ?? {})
    const payload = { email: EMAIL, token: link.token, newPassword: PASSWORD, confirmPassword: PASSWORD }
    expect((await portal.call(ANONYMOUS_PERSON, confirmReset, { payload })).statusCode).toBe(200)
    const { end, cookie } = await comeFirst()
    expect(end).toEqual(atSignIn('join'))
    const session = await portal.signIn(EMAIL, PASSWORD)
    const headers = { cookie: `${session}; ${cookie}` }
    expect((await portal.call(ANONYMOUS_PERSON, joinIdentity, { headers })).statusCode).toBe(200)
  },
)

test('R2.133 a person with a passkey and no password proves the account by the passkey', async () => {
  const ann = await portal.addPerson({ email: EMAIL })
  const { key } = await passkeyCalls(portal).add(ann)
  await portal.pool.query('DELETE FROM credential WHERE account_id = $1', [ann.accountId])
  const { end, cookie } = await comeFirst()
  expect(end).toEqual(atSignIn('join'))
  const signedIn = await passkeyCalls(portal).signIn(key)
  const headers = { cookie: `${cookieOf(signedIn)}; ${cookie}` }
  expect((await portal.call(ANONYMOUS_PERSON, joinIdentity, { headers })).statusCode).toBe(200)
})

test('nothing of it is revealed if the issuer has not verified that address', async () => {
  await invite()
  expect((await comeFirst('unproven')).end).toEqual(atSignIn('single_sign_on.address_unverified'))
  await disable()
  expect((await comeFirst('unproven')).end).toEqual(atSignIn('single_sign_on.address_unverified'))
})
