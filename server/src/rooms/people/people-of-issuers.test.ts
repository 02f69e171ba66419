import type { ResultOf } from '@portal/contract/endpoint.ts'
import { getSession, login, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { invitePeople } from '@portal/contract/people/invitations.ts'
import { listPeople } from '@portal/contract/people/people.ts'
import { disablePerson } from '@portal/contract/people/person-acts.ts'
import { joinIdentity } from '@portal/contract/sign-in/single-sign-on.ts'
import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import { afterEach, expect, test } from 'vitest'
import { cookieOf } from '../../testing/cookie-of.ts'
import { issuersInTests } from '../../testing/issuers-in-tests.ts'
import { issuerCalls, WELCOME, whereTo, type IssuerCalls } from '../../testing/issuer-calls.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

const issuers = await issuersInTests()
issuers.firm.knows('ann', { email: 'ann@firm.example', email_verified: true, groups: ['appraisers'] })

let portal: TestPortal
let browser: IssuerCalls
afterEach(() => portal.close())
let boss: TestPerson

/** A portal where staff need a second factor, and where the firm's rules make Ann staff. */
async function open(issuer: { countsAsSecondFactor: boolean }): Promise<void> {
  portal = await testPortal({
    issuers: { ...issuers, changed: issuer },
    environment: { SECOND_FACTOR_REQUIRED: 'staff', RATE_LIMIT: 'off' },
  })
  browser = issuerCalls(portal)
  await portal.addCounty('Reeves', '389')
  boss = await portal.addPerson({ email: 'boss@staff.example', role: 'administrator' })
}

async function listed(query: Record<string, string> = {}) {
  const answer = await portal.call(boss, listPeople, { query: { search: 'ann@', ...query } })
  return answer.json<ResultOf<typeof listPeople>>()
}

/**
 * Whether the list marks Ann, how many it finds with that filter, and how many System status counts. That count is
 * cached for 5 seconds.
 */
async function lacking() {
  portal.clock.advance(6000)
  const state = (await portal.call(boss, getState)).json<PortalState>()
  const [ann] = (await listed()).people
  const { total } = await listed({ search: '', secondFactor: 'needed' })
  return [ann?.lacksSecondFactor, total, state.people?.mustSetUpFactor]
}

const secondFactorOf = async (cookie: string) =>
  (await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })).json<Session>().secondFactor

test('R8.15 a person with an issuer and no password is active, in the list and by its filter', async () => {
  await open({ countsAsSecondFactor: true })
  await browser.signIn('firm', 'ann')
  expect(await listed()).toMatchObject({ people: [{ state: 'active', isLinkOver: false }], total: 1 })
  expect(await listed({ state: 'active' })).toMatchObject({ people: [{ state: 'active' }], total: 1 })
  expect(await listed({ state: 'invited' })).toMatchObject({ people: [], total: 0 })
})

test('R8.15 a person who has left their issuer and has a passkey is active', async () => {
  await open({ countsAsSecondFactor: false })
  await browser.signIn('firm', 'ann')
  await portal.pool.query(
    `DELETE FROM identity;
     INSERT INTO passkey (account_id, credential_id, public_key, user_handle, sign_count, transports,
       may_be_backed_up, is_backed_up, name, created_at)
     SELECT id, 'c', 'k', 'u', 0, '{}', false, false, 'Phone', now() FROM account WHERE email = 'ann@firm.example'`,
  )
  expect(await listed({ state: 'active' })).toMatchObject({ people: [{ state: 'active' }], total: 1 })
  expect(await lacking()).toEqual([false, 0, 0])
})

test('R8.14 a person who signs in only by an issuer that counts as a second factor lacks none, in the list and on System status', async () => {
  await open({ countsAsSecondFactor: true })
  const { answer } = await browser.signIn('firm', 'ann')
  expect(await secondFactorOf(cookieOf(answer))).toBeUndefined()
  expect(await lacking()).toEqual([false, 0, 0])
})

test('R8.14 a person whose issuer does not count lacks one, until they are disabled', async () => {
  await open({ countsAsSecondFactor: false })
  const { answer } = await browser.signIn('firm', 'ann')
  expect(await secondFactorOf(cookieOf(answer))).toBe('to set up')
  expect(await lacking()).toEqual([true, 1, 1])
  const [ann] = (await listed()).people
  await portal.call(boss, disablePerson, { params: { userId: ann?.userID ?? 0 } })
  expect(await lacking()).toEqual([false, 0, 0])
})

test('R8.14 a person with a password in addition to an issuer that counts lacks one: the password alone only reaches the set-up', async () => {
  await open({ countsAsSecondFactor: true })
  const ann = await portal.addPerson({ email: 'ann@firm.example' })
  const { cookie } = await browser.signIn('firm', 'ann')
  await portal.call({ ...ann, cookie: `${ann.cookie}; ${cookie}` }, joinIdentity)
  await portal.pool.query(`UPDATE account SET role = 'staff' WHERE id = $1`, [ann.accountId])
  const { answer: back } = await browser.signIn('firm', 'ann')
  expect(whereTo(back)).toEqual(WELCOME)
  expect(await secondFactorOf(cookieOf(back))).toBeUndefined()
  const payload = { username: ann.email, password: ann.password }
  const byPassword = await portal.call(ANONYMOUS_PERSON, login, { payload })
  expect(await secondFactorOf(cookieOf(byPassword))).toBe('to set up')
  expect(await lacking()).toEqual([true, 1, 1])
})

test('R2.133 V8.2.1 a manager cannot bypass an issuer’s rules by an earlier invitation; an administrator can', async () => {
  await open({ countsAsSecondFactor: false })
  const { CountyID: alder } = await portal.addCounty('Alder')
  const lead = await portal.addPerson({ email: 'lead@alder.example', role: 'manager', countyIds: [alder] })
  const payload = { lines: ['ann@firm.example', 'new@alder.example'], role: 'user', countyIds: [alder] }
  const invite = async (by: TestPerson) => {
    const answer = await portal.call(by, invitePeople, { payload })
    return answer.json<ResultOf<typeof invitePeople>>().verdicts.map(({ verdict }) => verdict)
  }
  expect(await invite(lead)).toEqual(['cannot-be-invited', 'invited'])
  await browser.signIn('firm', 'ann')
  expect((await listed()).people).toMatchObject([{ role: 'staff', state: 'active' }])
  expect(await invite(lead)).toEqual(['cannot-be-invited', 'already-there'])
  const late = { lines: ['late@firm.example'], role: 'user', countyIds: [alder] }
  expect((await portal.call(boss, invitePeople, { payload: late })).json()).toMatchObject({ invited: 1 })
})
