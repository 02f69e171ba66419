import {
  changePassword,
  ENTER_PASSWORD,
  proveIdentity,
  WRONG_PASSWORD,
} from '@portal/contract/account/account.ts'
import { confirmReset, register, requestReset } from '@portal/contract/sign-in/registration.ts'
import { getSession, login } from '@portal/contract/sign-in/sign-in.ts'
import { OTHER_ORIGIN, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { TOO_COMMON, TOO_LONG, TOO_SHORT } from '@portal/contract/sign-in/password-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

const NEW_PASSWORD = 'copper ledger 1926'
const BY_LINK = 'another quiet one 88'
let portal: TestPortal
let ann: TestPerson
let countyId: number
beforeAll(async () => {
  portal = await testPortal()
  countyId = (await portal.addCounty('Reeves')).CountyID
})
beforeEach(async () => {
  portal.clock.set('2026-03-10T15:00:00Z')
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann'), countyId })
})
afterAll(() => portal.close())

const change = (person: TestPerson | null, payload: object, more: object = {}) =>
  portal.call(person, changePassword, { payload, ...more })
const right = () => ({ currentPassword: ann.password, newPassword: NEW_PASSWORD })
const isAlive = async (cookie: string) =>
  (await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })).statusCode === 200
const statusOfLogin = async (password: string) =>
  (await portal.call(ANONYMOUS_PERSON, login, { payload: { username: ann.email, password } })).statusCode

test('R2.83 V6.2.2 V6.2.3 V7.4.3 G16 the new password counts immediately; this session continues under a new token, all others end', async () => {
  const elsewhere = await portal.signIn(ann.email, ann.password)
  const answer = await change(ann, right())
  expect(answer.statusCode).toBe(200)
  const [cookie] = answer.cookies
  const renewed = `${cookie?.name}=${cookie?.value}`
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^portal_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  // A thief of this browser's session is signed out, too.
  expect(await Promise.all([renewed, ann.cookie, elsewhere].map(isAlive))).toEqual([true, false, false])
  expect([await statusOfLogin(ann.password), await statusOfLogin(NEW_PASSWORD)]).toEqual([401, 200])
})

test('R2.83 V6.3.7 an e-mail gives the owner time and place, and the change is recorded', async () => {
  await change(ann, right(), { remoteAddress: '198.51.100.7' })
  const mail = (await mailsTo(portal, ann.email)).find(({ subject }) => subject?.includes('password'))
  expect(mail?.subject).toContain('Your password was changed')
  expect(mail?.text).toContain('March 10, 2026 at 10:00 AM CDT, from the network address 198.51.100.7')
  expect(mail?.text).toContain('You are signed out everywhere else.')
  expect(mail?.text).not.toContain(NEW_PASSWORD)
  const { rows } = await portal.pool.query(
    `SELECT actor_name, came_from, before, after FROM audit_record WHERE action = 'password.changed' AND account_id = $1`,
    [ann.accountId],
  )
  expect(rows).toEqual([{ actor_name: ann.email, came_from: '198.51.100.7', before: null, after: null }])
})

const ask = () => portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email: ann.email } })
async function tokensMailed(): Promise<string[]> {
  const mails = await mailsTo(portal, ann.email)
  return mails.filter(({ subject }) => subject?.includes('Set a new')).map((mail) => linkOf(mail).token)
}
async function resetBy(token: string | undefined) {
  const passwords = { newPassword: BY_LINK, confirmPassword: BY_LINK }
  const payload = { email: ann.email, token, ...passwords }
  return (await portal.call(ANONYMOUS_PERSON, confirmReset, { payload })).statusCode
}

test('R2.83 V6.4.3 a person who took over a session cannot lock out the mailbox owner: an earlier e-mailed link stays valid', async () => {
  await ask()
  const [token] = await tokensMailed()
  portal.clock.advance(1000)
  const answer = await change(ann, right())
  const [cookie] = answer.cookies
  expect(await resetBy(token)).toBe(200)
  expect(await isAlive(`${cookie?.name}=${cookie?.value}`)).toBe(false)
  expect([await statusOfLogin(NEW_PASSWORD), await statusOfLogin(BY_LINK)]).toEqual([401, 200])
})

test('R2.83 V6.4.3 a link that was requested before a change in a session is e-mailed after it, and works', async () => {
  await ask()
  portal.clock.advance(1000)
  await change(ann, right())
  const [token] = await tokensMailed()
  expect(await resetBy(token)).toBe(200)
})

test('R2.83 V6.4.3 a reset by a link ends the other links, also those whose e-mail is still queued', async () => {
  await ask()
  const [first] = await tokensMailed()
  portal.clock.advance(1000)
  await ask()
  portal.clock.advance(1000)
  expect(await resetBy(first)).toBe(200)
  expect(await tokensMailed()).toEqual([first])
  expect(await resetBy(first)).toBe(400)
})

test('R2.83 V6.3.1 sessions of an account set five passwords an hour; a link still sets one, and raises no limit', async () => {
  const before = await change(ann, { ...right(), newPassword: `${NEW_PASSWORD} 1` })
  expect(before.statusCode).toBe(200)
  let cookie = `${before.cookies[0]?.name}=${before.cookies[0]?.value}`
  const next = (count: number) =>
    change(
      { ...ann, cookie },
      { currentPassword: `${NEW_PASSWORD} ${count - 1}`, newPassword: `${NEW_PASSWORD} ${count}` },
    )
  for (const count of [2, 3, 4, 5]) {
    const answer = await next(count)
    expect(answer.statusCode).toBe(200)
    cookie = `${answer.cookies[0]?.name}=${answer.cookies[0]?.value}`
  }
  for (let time = 0; time < 12; time += 1) expect((await next(6)).statusCode).toBe(429)
  await ask()
  expect(await resetBy((await tokensMailed()).at(-1))).toBe(200)
  const back = { ...ann, cookie: await portal.signIn(ann.email, BY_LINK) }
  const once = { currentPassword: BY_LINK, newPassword: NEW_PASSWORD }
  expect((await change(back, once)).statusCode).toBe(429)
  portal.clock.advance(HOUR_MS)
  expect((await change({ ...ann, cookie: await portal.signIn(ann.email, BY_LINK) }, once)).statusCode).toBe(
    200,
  )
})

test.each([
  ['seven 7', TOO_SHORT],
  ['quiet'.repeat(26), TOO_LONG],
  ['quiet'.repeat(500), TOO_LONG],
  ['Password123!', TOO_COMMON],
  ['reeves county 1926', TOO_COMMON],
])('V6.2.4 the password rules apply here too: %s', async (newPassword, refusal) => {
  const answer = await change(ann, { ...right(), newPassword })
  expect([answer.statusCode, answer.json<object>()]).toEqual([
    400,
    expect.objectContaining({ error: refusal.sentence }),
  ])
  expect([await isAlive(ann.cookie), await statusOfLogin(ann.password)]).toEqual([true, 200])
})

test('without the current password nothing changes', async () => {
  const none = await change(ann, { currentPassword: '', newPassword: NEW_PASSWORD })
  expect([none.statusCode, none.json()]).toEqual([400, failure(ENTER_PASSWORD).toFailure()])
  expect((await change(ann, { currentPassword: ann.password, newPassword: '' })).statusCode).toBe(400)
  const wrong = await change(ann, { ...right(), currentPassword: 'not it at all' })
  expect([wrong.statusCode, wrong.json()]).toEqual([403, failure(WRONG_PASSWORD).toFailure()])
  expect([await isAlive(ann.cookie), await statusOfLogin(ann.password)]).toEqual([true, 200])
  expect(await mailsTo(portal, ann.email)).toEqual([])
})

test('G01 V6.3.1 wrong passwords count with failed sign-ins: the eleventh is 429, the right one too', async () => {
  for (let time = 0; time < 5; time += 1) {
    await change(ann, { ...right(), currentPassword: 'a wrong password' })
    await portal.call(ann, proveIdentity, { payload: { password: 'a wrong password' } })
  }
  const answer = await change(ann, right())
  expect([answer.statusCode, answer.json()]).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
  expect(await isAlive(ann.cookie)).toBe(true)
  portal.clock.advance(15 * MINUTE_MS)
  expect((await change(ann, right())).statusCode).toBe(200)
})

test('a refused new password does not count toward the limit', async () => {
  for (let time = 0; time < 12; time += 1) {
    expect((await change(ann, { ...right(), newPassword: 'Password123!' })).statusCode).toBe(400)
  }
  expect((await change(ann, right())).statusCode).toBe(200)
})

test('of two simultaneous changes one succeeds and the other is refused', async () => {
  const other = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  const answers = await Promise.all([
    change(ann, right()),
    change(other, { ...right(), newPassword: 'another quiet one 88' }),
  ])
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const won = statuses[0] === 200 ? NEW_PASSWORD : 'another quiet one 88'
  expect(await statusOfLogin(won)).toBe(200)
})

test('a session that ends during the password check changes nothing', async () => {
  const { passwordHasher } = portal.world
  const match = passwordHasher.match.bind(passwordHasher)
  Object.assign(passwordHasher, {
    match: async (...of: Parameters<typeof match>) => {
      const found = await match(...of)
      await portal.pool.query('DELETE FROM session WHERE account_id = $1', [ann.accountId])
      return found
    },
  })
  const answer = await change(ann, right())
  Object.assign(passwordHasher, { match })
  expect(answer.statusCode).toBe(401)
  expect(await statusOfLogin(ann.password)).toBe(200)
})

test('G20 another site changes no password', async () => {
  const answer = await change(ann, right(), { headers: { origin: 'https://evil.example' } })
  expect([answer.statusCode, answer.json()]).toEqual([403, failure(OTHER_ORIGIN).toFailure()])
  expect(await statusOfLogin(ann.password)).toBe(200)
})

test('pending registrations of the address end with the old password: theirs opens nothing and reveals nothing', async () => {
  const password = 'of somebody who registers'
  await portal.pool.query(
    `INSERT INTO county_email_domain (county_id, domain) VALUES ($1, 'reeves.example')`,
    [countyId],
  )
  const asked = await portal.call(ANONYMOUS_PERSON, register, {
    payload: { email: ann.email, password, countyId },
  })
  expect([asked.statusCode, await statusOfLogin(password)]).toEqual([200, 403])
  await change(ann, right())
  expect(await statusOfLogin(password)).toBe(401)
})
