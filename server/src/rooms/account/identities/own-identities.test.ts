import { getAccount } from '@portal/contract/account/account.ts'
import { requestReset } from '@portal/contract/sign-in/registration.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { ADMIN_ONLY_LINK } from '@portal/contract/people/people-errors.ts'
import { sendPasswordLink } from '@portal/contract/people/person-acts.ts'
import {
  getIdentityToJoin,
  joinIdentity,
  listIdentities,
  removeIdentity,
  type Identity,
} from '@portal/contract/sign-in/single-sign-on.ts'
import { listPasskeys, removePasskey, type Passkey } from '@portal/contract/sign-in/passkeys.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { cookieOf } from '../../../testing/cookie-of.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { giveCode, givePassword, nextCode, setUpSecondFactor } from '../../../testing/second-factor.ts'
import { passkeyCalls } from '../../../testing/passkey-calls.ts'
import { issuersInTests } from '../../../testing/issuers-in-tests.ts'
import { atSignIn, issuerCalls, WELCOME, whereTo, type IssuerCalls } from '../../../testing/issuer-calls.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'

const issuers = await issuersInTests()

let portal: TestPortal
let browser: IssuerCalls
afterEach(() => portal.close())
let ann: TestPerson
beforeEach(async () => {
  portal = await testPortal({ issuers })
  browser = issuerCalls(portal)
  ann = await portal.addPerson({ email: 'ann@firm.example', role: 'administrator' })
  issuers.firm.knows('ann', { email: 'ann@firm.example', email_verified: true, groups: ['auditors'] })
})

/** The person in the browser with that cookie. */
const inBrowser = (person: TestPerson, cookie: string): TestPerson => ({
  ...person,
  cookie: `${person.cookie}; ${cookie}`,
})
const waitingFor = async (person: TestPerson) =>
  (await portal.call(person, getIdentityToJoin)).json<{ name: string | null }>().name
const listOf = async (person: TestPerson) => (await portal.call(person, listIdentities)).json<Identity[]>()

test('R2.133 V10.5.2 an existing account is joined once its owner proves it, keeps its access, and gets an e-mail', async () => {
  const { answer, cookie } = await browser.signIn('firm', 'ann')
  expect(whereTo(answer)).toEqual(atSignIn('join'))
  expect(answer.cookies).toEqual([])
  const joined = await portal.call(inBrowser(ann, cookie), joinIdentity)
  expect(joined.json()).toEqual({
    success: true,
    message: 'Account of the firm is joined to your account, and signs you in from now on.',
  })
  expect(await listOf(ann)).toMatchObject([{ name: 'Account of the firm' }])
  const again = await browser.signIn('firm', 'ann')
  expect(whereTo(again.answer)).toEqual(WELCOME)
  // The issuer's rules would turn an administrator into a reader.
  expect((await portal.pool.query('SELECT role FROM account')).rows).toEqual([{ role: 'administrator' }])
  const mailed = (await mailsTo(portal, ann.email))
    .map(({ text }) => text)
    .join()
    .replaceAll(/\s+/g, ' ')
  expect(mailed).toContain('was joined to your account')
  // A new password does not end joined identities.
  expect(mailed).toContain('Passkeys and single sign-on keep working: remove unknown ones')
  const { rows } = await portal.pool.query(
    `SELECT actor_name, after FROM audit_record WHERE action = 'sign_in.joined'`,
  )
  expect(rows).toEqual([{ actor_name: ann.email, after: { issuer: 'Account of the firm' } }])
  // The pending identity was used up by one proof.
  expect((await portal.call(inBrowser(ann, cookie), joinIdentity)).statusCode).toBe(409)
})

test('R2.133 V10.5.2 an identity joins no other account, in no other browser, not later, and not without a fresh proof', async () => {
  const other = await portal.addPerson({ email: 'other@firm.example' })
  const { cookie } = await browser.signIn('firm', 'ann')
  const elsewhere = await browser.begin('firm')
  for (const who of [inBrowser(other, cookie), inBrowser(ann, elsewhere.cookie), ann]) {
    expect((await portal.call(who, joinIdentity)).json()).toMatchObject({
      code: 'single_sign_on.nothing_to_join',
    })
  }
  portal.clock.advance(10 * MINUTE_MS)
  const late = inBrowser(ann, cookie)
  expect((await portal.call(late, joinIdentity)).json()).toMatchObject({ code: 'session.proof_required' })
  const fresh = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  expect((await portal.call(inBrowser(fresh, cookie), joinIdentity)).statusCode).toBe(409)
  expect(await listOf(fresh)).toEqual([])
})

test('R2.148 only its owner’s browser sees the pending identity, and only while it can be joined', async () => {
  const other = await portal.addPerson({ email: 'other@firm.example' })
  const { cookie } = await browser.signIn('firm', 'ann')
  const elsewhere = await browser.begin('firm')
  for (const who of [inBrowser(other, cookie), inBrowser(ann, elsewhere.cookie), ann]) {
    expect(await waitingFor(who)).toBeNull()
  }
  expect(await waitingFor(inBrowser(ann, cookie))).toBe('Account of the firm')
  portal.clock.advance(10 * MINUTE_MS)
  expect(await waitingFor(inBrowser(ann, cookie))).toBeNull()

  const again = await browser.signIn('firm', 'ann')
  const fresh = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  await portal.call(inBrowser(fresh, again.cookie), joinIdentity)
  expect(await waitingFor(inBrowser(fresh, again.cookie))).toBeNull()
  // The issuer gives the address to another person: their identity is not offered.
  issuers.firm.knows('next ann', { email: ann.email, email_verified: true })
  const next = await browser.signIn('firm', 'next ann')
  expect(whereTo(next.answer)).toEqual(atSignIn('join'))
  expect(await waitingFor(inBrowser(fresh, next.cookie))).toBeNull()
})

test('R2.133 V6.3.3 a password alone joins no identity to an account with a second factor', async () => {
  await setUpSecondFactor(portal, ann)
  const { cookie } = await browser.signIn('firm', 'ann')
  const half = await givePassword(portal, ann)
  const answer = await portal.call({ ...ann, cookie: `${half}; ${cookie}` }, joinIdentity)
  expect(answer.statusCode).toBe(401)
  expect((await portal.pool.query('SELECT FROM identity')).rowCount).toBe(0)
})

test('R2.133 V6.3.3 a password and a code join an identity to an account with a second factor', async () => {
  const factor = await setUpSecondFactor(portal, ann)
  const { cookie } = await browser.signIn('firm', 'ann')
  const half = await givePassword(portal, ann)
  const signedIn = await giveCode(portal, { cookie: half, code: nextCode(portal, factor) })
  const proven = inBrowser({ ...ann, cookie: cookieOf(signedIn) }, cookie)
  expect((await portal.call(proven, joinIdentity)).statusCode).toBe(200)
  expect(await listOf(proven)).toMatchObject([{ name: 'Account of the firm' }])
})

test('R2.135 a disabled person gets the message of any failed sign-in', async () => {
  const { cookie } = await browser.signIn('firm', 'ann')
  await portal.call(inBrowser(ann, cookie), joinIdentity)
  await portal.pool.query('UPDATE account SET disabled_at = now()')
  const { answer } = await browser.signIn('firm', 'ann')
  expect(whereTo(answer)).toMatchObject({ sso: 'sign_in.wrong' })
  expect(answer.cookies).toEqual([])
  const payload = { username: ann.email, password: ann.password }
  expect((await portal.call(ANONYMOUS_PERSON, login, { payload })).json()).toMatchObject({
    code: 'sign_in.wrong',
  })
})

test('R2.138 its owner removes a joined identity, after a proof and if another way to sign in remains', async () => {
  const { cookie } = await browser.signIn('firm', 'ann')
  await portal.call(inBrowser(ann, cookie), joinIdentity)
  const [joined] = await listOf(ann)
  expect(joined?.stays).toBeNull()
  const params = { id: joined?.id ?? 0 }
  const other = await portal.addPerson({ email: 'other@firm.example' })
  expect((await portal.call(other, removeIdentity, { params })).statusCode).toBe(404)
  portal.clock.advance(10 * MINUTE_MS)
  expect((await portal.call(ann, removeIdentity, { params })).json()).toMatchObject({
    code: 'session.proof_required',
  })
  const fresh = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  const { rows } = await portal.pool.query<{ hash: string }>(
    'DELETE FROM credential WHERE account_id = $1 RETURNING password_hash AS hash',
    [ann.accountId],
  )
  expect((await portal.call(fresh, removeIdentity, { params })).json()).toMatchObject({
    code: 'single_sign_on.last_way_in',
  })
  expect(await listOf(fresh)).toMatchObject([{ stays: 'only way in' }])
  await portal.pool.query(
    'INSERT INTO credential (account_id, password_hash, changed_at) VALUES ($1, $2, now())',
    [ann.accountId, rows[0]?.hash],
  )
  expect((await portal.call(fresh, removeIdentity, { params })).statusCode).toBe(200)
  expect((await mailsTo(portal, ann.email)).map(({ text }) => text).join()).toContain(
    'was removed from your account',
  )
  expect(whereTo((await browser.signIn('firm', 'ann')).answer)).toMatchObject({ sso: 'join' })
})

test('R2.115 the last passkey stays where nothing else signs in', async () => {
  const { cookie } = await browser.signIn('firm', 'ann')
  await portal.call(inBrowser(ann, cookie), joinIdentity)
  const { add } = passkeyCalls(portal)
  const [first, second] = [(await add(ann)).passkey, (await add(ann, 'Key ring')).passkey]
  await portal.pool.query('DELETE FROM credential WHERE account_id = $1', [ann.accountId])
  const remove = async ({ id }: Passkey) => {
    const answer = await portal.call(ann, removePasskey, { params: { id } })
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  expect(await remove(first)).toEqual([200, undefined])
  const [joined] = await listOf(ann)
  expect((await portal.call(ann, removeIdentity, { params: { id: joined?.id ?? 0 } })).statusCode).toBe(200)
  expect(await remove(second)).toEqual([409, 'single_sign_on.last_way_in'])
  expect((await portal.call(ann, listPasskeys)).json()).toEqual([second])
})

test('R2.115 the last passkey is removed where an account of an issuer signs in that the portal still has', async () => {
  const { cookie } = await browser.signIn('firm', 'ann')
  await portal.call(inBrowser(ann, cookie), joinIdentity)
  const { passkey } = await passkeyCalls(portal).add(ann)
  await portal.pool.query('DELETE FROM credential WHERE account_id = $1', [ann.accountId])
  const remove = () => portal.call(ann, removePasskey, { params: { id: passkey.id } })
  await portal.pool.query(`UPDATE identity SET issuer = 'gone ' || issuer`)
  expect((await remove()).statusCode).toBe(409)
  await portal.pool.query('UPDATE identity SET issuer = substr(issuer, 6)')
  expect((await remove()).statusCode).toBe(200)
})

test('R2.138 V7.4.1 removing a sign-in ends the sessions that it started', async () => {
  const { cookie } = await browser.signIn('firm', 'ann')
  await portal.call(inBrowser(ann, cookie), joinIdentity)
  const { answer } = await browser.signIn('firm', 'ann')
  const elsewhere = { ...ann, cookie: cookieOf(answer) }
  expect((await portal.call(elsewhere, listIdentities)).statusCode).toBe(200)
  const [joined] = await listOf(ann)
  const removed = await portal.call(ann, removeIdentity, { params: { id: joined?.id ?? 0 } })
  expect(removed.statusCode).toBe(200)
  expect((await portal.call(elsewhere, listIdentities)).statusCode).toBe(401)
  expect((await portal.call(ann, listIdentities)).statusCode).toBe(200)
})

test('R2.138 V10.5.2 the next holder of an address is not joined to the account of its first holder', async () => {
  const { cookie } = await browser.signIn('firm', 'ann')
  await portal.call(inBrowser(ann, cookie), joinIdentity)
  issuers.firm.knows('next', { email: 'ann@firm.example', email_verified: true, groups: [] })
  const next = await browser.signIn('firm', 'next')
  expect((await portal.call(inBrowser(ann, next.cookie), joinIdentity)).json()).toMatchObject({
    code: 'single_sign_on.already_joined',
  })
  expect(await listOf(ann)).toHaveLength(1)
})

test('R2.138 V10.5.2 an account that the rules created keeps its issuer: it cannot be removed, and the mailbox sets no password', async () => {
  const email = 'kim@firm.example'
  await portal.addCounty('Reeves', '389')
  issuers.firm.knows('kim', { email, email_verified: true, groups: ['auditors'] })
  const { answer } = await browser.signIn('firm', 'kim')
  const kim = { ...ann, cookie: cookieOf(answer) }
  const [given] = await listOf(kim)
  expect(given?.stays).toBe('gives access')
  expect((await portal.call(kim, getAccount)).json()).toMatchObject({ passwordChangedAt: null })
  expect((await portal.call(kim, removeIdentity, { params: { id: given?.id ?? 0 } })).json()).toMatchObject({
    code: 'single_sign_on.gives_access',
  })
  await portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email } })
  const mail = (await mailsTo(portal, email)).find(({ subject }) =>
    subject?.startsWith('Your account uses single sign-on'),
  )
  expect(mail?.text).toContain('use the single sign-on button on the sign-in page')
  expect(mail?.text).not.toContain('token=')
  const tokens = await portal.pool.query(`SELECT FROM token WHERE kind = 'reset'`)
  expect(tokens.rowCount).toBe(0)
})

test('a manager sends no password link to a person whom an issuer manages: it would bypass the issuer and its rules', async () => {
  const county = await portal.addCounty('Reeves', '389')
  const manager = await portal.addPerson({
    email: 'lead@reeves.example',
    role: 'manager',
    countyIds: [county.CountyID],
  })
  issuers.firm.knows('bea', { email: 'bea@firm.example', email_verified: true, groups: ['auditors'] })
  expect(whereTo((await browser.signIn('firm', 'bea')).answer)).toEqual(WELCOME)
  const { rows } = await portal.pool.query<{ id: number }>(
    `SELECT id FROM account WHERE email = 'bea@firm.example'`,
  )
  const params = { userId: rows[0]?.id ?? 0 }
  const refused = await portal.call(manager, sendPasswordLink, { params })
  expect([refused.statusCode, refused.json()]).toEqual([403, failure(ADMIN_ONLY_LINK).toFailure()])
  expect((await portal.call(ann, sendPasswordLink, { params })).statusCode).toBe(200)
})
