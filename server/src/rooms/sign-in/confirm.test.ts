import type { Endpoint } from '@portal/contract/endpoint.ts'
import {
  CONFIRM_INVALID,
  CONFIRMED,
  register as registerCall,
  confirmAccount,
  resendConfirmation,
  requestReset,
} from '@portal/contract/sign-in/registration.ts'
import { CONFIRM_FIRST, login } from '@portal/contract/sign-in/sign-in.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { HOUR_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { changeCounty } from '../../records/counties/counties.usecases.ts'
import { addAccount } from '../../records/accounts/accounts.usecases.ts'
import { sweepAccounts } from './sweep.ts'
import { failure } from '../../engines/http/errors.ts'
import { failureWith } from '../../testing/failure-with.ts'

const PASSWORD = 'copper ledger 1926'
const DAY_MS = 24 * HOUR_MS
let portal: TestPortal
let reeves: number
let ward: number
let count = 0
let email = ''
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  reeves = await openCounty('Reeves')
  ward = await openCounty('Ward')
})
beforeEach(() => {
  count += 1
  email = `clerk-${count}@county.example`
})
afterAll(() => portal.close())

const acting = () => ({ ...portal.world, actor: COMMAND_LINE })
async function openCounty(name: string): Promise<number> {
  const { CountyID } = await portal.addCounty(name)
  const nothing = { emailAddresses: [], removeEmailDomains: [], removeEmailAddresses: [] }
  await changeCounty(acting(), name, { ...nothing, emailDomains: ['county.example'] })
  return CountyID
}
const post = (call: Endpoint, payload: object) => portal.call(ANONYMOUS_PERSON, call, { payload })
const register = (password = PASSWORD, countyId = reeves) => post(registerCall, { email, password, countyId })
const confirm = (link: { email: string; token: string }) =>
  post(confirmAccount, { email: link.email, token: link.token })
const statusOfLogin = async (password: string) =>
  (await post(login, { username: email, password })).statusCode
const links = async () => (await mailsTo(portal, email)).map((mail) => linkOf(mail))

async function newLink(password = PASSWORD, countyId = reeves) {
  const known = new Set((await links()).map(({ token }) => token))
  await register(password, countyId)
  const link = (await links()).find(({ token }) => !known.has(token))
  if (!link) throw new Error('No new link came.')
  return link
}

async function accounts() {
  const { rows } = await portal.pool.query<{ id: number }>(
    'SELECT id, county_id, is_admin, confirmed_at FROM account WHERE email = $1',
    [email],
  )
  return rows
}

async function deeds() {
  const { rows } = await portal.pool.query<{ what: string }>(
    `SELECT what FROM ${AUDIT_AS_TOLD} WHERE who = $1 OR (who = 'anonymous' AND after->>'email' = $1) ORDER BY id`,
    [email],
  )
  return rows.map(({ what }) => what)
}

test('S7.9 R2.9 the link makes an ordinary account of the county, and starts no session (V7.6.2)', async () => {
  const link = await newLink()
  const answer = await confirm(link)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true, message: CONFIRMED })
  expect(answer.cookies.map(({ name }) => name)).toEqual(['portal_browser'])
  expect(await accounts()).toMatchObject([{ county_id: reeves, is_admin: false }])
  expect(await statusOfLogin(PASSWORD)).toBe(200)
  expect(await deeds()).toEqual(['registered', 'address confirmed', 'signed in'])
})

test('R2.15 G10 the same link succeeds again as long as it is valid, and changes nothing', async () => {
  const link = await newLink()
  await confirm(link)
  const before = await accounts()
  portal.clock.advance(DAY_MS - MINUTE_MS)
  expect((await confirm(link)).json()).toEqual({ success: true, message: CONFIRMED })
  expect(await accounts()).toEqual(before)
  expect(await deeds()).toEqual(['registered', 'address confirmed'])
  portal.clock.advance(MINUTE_MS)
  expect((await confirm(link)).json()).toEqual(failure(CONFIRM_INVALID).toFailure())
})

test('R2.16 V3.5.3 G10 viewing the link, as mail scanners do, changes nothing', async () => {
  const { email: address, token } = await newLink()
  for (const method of ['GET', 'HEAD'] as const) {
    const url = `/api/auth/confirm-account?${new URLSearchParams({ email: address, token })}`
    expect((await portal.app.inject({ method, url })).statusCode).toBe(405)
  }
  expect(await accounts()).toEqual([])
})

test('R2.11 V6.4.1 V6.5.5 a link lives 24 hours', async () => {
  const link = await newLink()
  portal.clock.advance(DAY_MS)
  expect((await confirm(link)).json()).toEqual(failure(CONFIRM_INVALID).toFailure())
  expect(await accounts()).toEqual([])
  expect(await statusOfLogin(PASSWORD)).toBe(401)
})

test('R2.11 a resent link lives as long as its registration, which nothing revives after its day', async () => {
  const link = await newLink()
  portal.clock.advance(DAY_MS - MINUTE_MS)
  await post(resendConfirmation, { email })
  const again = (await links()).find(({ token }) => token !== link.token)
  portal.clock.advance(MINUTE_MS)
  expect((await confirm(again ?? link)).json()).toEqual(failure(CONFIRM_INVALID).toFailure())
  for (const call of [resendConfirmation, requestReset]) await post(call, { email })
  expect(await links()).toHaveLength(2)
  expect(await accounts()).toEqual([])
})

test.each([
  [{}, 'Invalid confirmation link.'],
  [{ email: 'x@county.example' }, 'Invalid confirmation link.'],
  [{ token: 'x' }, 'Invalid confirmation link.'],
  [{ email: '', token: '' }, 'Invalid confirmation link.'],
  [{ email: 'x@county.example', token: 'x' }, CONFIRM_INVALID.sentence],
  [{ email: 'x@county.example', token: 'x'.repeat(5000) }, CONFIRM_INVALID.sentence],
  [{ email: 'no address', token: 'x' }, CONFIRM_INVALID.sentence],
])('S5.14 %# an invalid link is refused', async (payload, error) => {
  const answer = await post(confirmAccount, payload)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(failureWith(error))
})

test('a link belongs to its address, which is parsed like any other', async () => {
  const { token } = await newLink()
  expect((await confirm({ email: 'other@county.example', token })).statusCode).toBe(400)
  expect((await confirm({ email: ` ${email.toUpperCase()} `, token })).statusCode).toBe(200)
})

test('R2.19 each registration keeps its own password, county and link; the used one ends the others', async () => {
  const first = await newLink('first of the passwords', reeves)
  const second = await newLink('second of the passwords', ward)
  const third = await newLink('third of the passwords', reeves)
  expect((await confirm(second)).statusCode).toBe(200)
  expect(await accounts()).toMatchObject([{ county_id: ward }])
  expect(await statusOfLogin('second of the passwords')).toBe(200)
  for (const password of ['first of the passwords', 'third of the passwords']) {
    expect(await statusOfLogin(password)).toBe(401)
  }
  for (const link of [first, third])
    expect((await confirm(link)).json()).toEqual(failure(CONFIRM_INVALID).toFailure())
  expect(await accounts()).toHaveLength(1)
})

test('both links of one registration that was e-mailed twice confirm it', async () => {
  const first = await newLink()
  await post(resendConfirmation, { email })
  const second = (await links()).find(({ token }) => token !== first.token)
  expect((await confirm(second ?? first)).statusCode).toBe(200)
  expect((await confirm(first)).statusCode).toBe(200)
  expect(await accounts()).toHaveLength(1)
})

test('five simultaneous uses of one link make one account, and all succeed', async () => {
  const link = await newLink()
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(link)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(await accounts()).toHaveLength(1)
  expect((await deeds()).filter((what) => what === 'address confirmed')).toHaveLength(1)
})

test('of five links at the same time one wins, with its password', async () => {
  const passwords = Array.from({ length: 5 }, (_, index) => `password number ${index}`)
  const all = []
  for (const password of passwords) all.push(await newLink(password))
  const answers = await Promise.all(all.map(confirm))
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await statusOfLogin(passwords[winner] ?? '')).toBe(200)
})

test('a registration that races the confirmation waits for it, and opens nothing later', async () => {
  const client = await portal.pool.connect()
  try {
    // The part of a confirmation that a registration can meet.
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account of ${email}`])
    await client.query(
      "INSERT INTO account (email, created_at, confirmed_at) VALUES ($1, '2026-01-01', '2026-01-01')",
      [email],
    )
    const answer = register('second of the passwords')
    await waitForBlocked(portal)
    await client.query('COMMIT')
    expect((await answer).statusCode).toBe(200)
  } finally {
    client.release()
  }
  expect(await links()).toMatchObject([{ email: '', token: '' }])
  expect(await statusOfLogin('second of the passwords')).toBe(403)
})

test('a link cannot take over an account that was added meanwhile', async () => {
  const link = await newLink('what a stranger chose')
  await addAccount(acting(), { email, role: 'administrator', countyIds: [], password: PASSWORD })
  expect((await confirm(link)).json()).toEqual(failure(CONFIRM_INVALID).toFailure())
  expect(await statusOfLogin('what a stranger chose')).toBe(401)
  expect(await statusOfLogin(PASSWORD)).toBe(200)
})

test('R2.13 G18 V6.5.2 tokens are hashed in the database, and nothing of an expired link remains', async () => {
  const { token } = await newLink()
  const { rows } = await portal.pool.query<{ token_hash: Buffer }>('SELECT token_hash FROM token')
  expect(rows.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false)
  expect((await post(login, { username: email, password: PASSWORD })).json()).toEqual(
    failure(CONFIRM_FIRST).toFailure(),
  )
  portal.clock.advance(31 * DAY_MS)
  await sweepAccounts(portal.world)
  const left = await portal.pool.query(
    'SELECT (SELECT count(*) FROM token) + (SELECT count(*) FROM registration) AS n',
  )
  expect(left.rows).toEqual([{ n: '0' }])
  expect(await statusOfLogin(PASSWORD)).toBe(401)
})
