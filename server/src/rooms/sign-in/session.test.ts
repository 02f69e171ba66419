import { getSession, logout as logoutCall, login as loginCall } from '@portal/contract/sign-in/sign-in.ts'
import { SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { statementsOf } from '../../testing/statements.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { sweepAccounts } from './sweep.ts'
import { failure } from '../../engines/http/errors.ts'

const HOUR_MS = 3_600_000
// Written out, so that a changed limit fails here.
const IDLE_TIMEOUT_MS = 8 * HOUR_MS
const ABSOLUTE_TIMEOUT_MS = 7 * 24 * HOUR_MS
let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  ann = await portal.addPerson({ email: 'ann@reeves.example' })
})
beforeEach(async () => {
  ann.cookie = await portal.signIn(ann.email, ann.password)
})
afterAll(() => portal.close())

const acting = () => ({ ...portal.world, actor: COMMAND_LINE })
const session = (cookie: string) => portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })
const logout = (cookie?: string, payload?: { sessionKey: string }) =>
  portal.call(ANONYMOUS_PERSON, logoutCall, {
    headers: cookie ? { cookie } : {},
    ...(payload && { payload }),
  })
const login = (headers: Record<string, string> = {}) =>
  portal.call(ANONYMOUS_PERSON, loginCall, {
    payload: { username: ann.email, password: ann.password },
    headers,
  })
const cookieOf = (answer: LightMyRequestResponse) => `${answer.cookies[0]?.name}=${answer.cookies[0]?.value}`

test.each([
  '',
  'portal_session=',
  'portal_session=short',
  `portal_session=${'A'.repeat(43)}`,
  `other=${'A'.repeat(43)}`,
])('V7.2.1 without a session, or with a forged one, it is 401: %j', async (cookie) => {
  const answer = await session(cookie)
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toEqual(failure(SIGN_IN_FIRST).toFailure())
})

test.each([
  { what: 'a call for whoever has a session', endpoint: listUploads },
  { what: 'a call that says who has one', endpoint: getSession },
])('$what looks the session up once', async ({ endpoint }) => {
  const asked = await statementsOf(async () => {
    expect((await portal.call(ann, endpoint)).statusCode).toBe(200)
  })
  expect(asked.filter((statement) => statement.includes('FROM session'))).toHaveLength(1)
})

describe('the cookie', () => {
  test('R2.26 V3.3.2 V3.3.4 over http is HttpOnly, Lax and for the whole host', async () => {
    const header = String((await login()).headers['set-cookie'])
    expect(header).toMatch(/^portal_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('R2.26 V3.3.1 V3.3.3 over https is Secure and bound to the host as well', async () => {
    const https = await testPortal({ environment: { PUBLIC_URL: 'https://portal.example' } })
    try {
      const bob = await https.addPerson({ email: 'bob@reeves.example' })
      expect(bob.cookie).toMatch(/^__Host-portal_session=[\w-]{43}$/)
      const answer = await https.call(ANONYMOUS_PERSON, loginCall, {
        payload: { username: bob.email, password: bob.password },
      })
      expect(answer.headers['set-cookie']).toMatch(
        /^__Host-portal_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      )
      expect((await https.call(bob, getSession)).statusCode).toBe(200)
      const plain = bob.cookie.replace('__Host-', '')
      expect(
        (await https.call(ANONYMOUS_PERSON, getSession, { headers: { cookie: plain } })).statusCode,
      ).toBe(401)
      const out = await https.call(bob, logoutCall)
      expect(out.headers['set-cookie']).toBe(
        '__Host-portal_session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
      )
    } finally {
      await https.close()
    }
  })

  test('V3.3.5 V11.5.1 V7.2.2 V7.2.3 is new and 256 bits long at every sign-in', async () => {
    const [one, other] = [cookieOf(await login()), cookieOf(await login())]
    expect(one).not.toBe(other)
    expect(Buffer.from(one.split('=')[1] ?? '', 'base64url')).toHaveLength(32)
  })

  test('R2.29 G18 is in the database as a hash only', async () => {
    const token = ann.cookie.split('=')[1] ?? ''
    const { rows } = await portal.pool.query<{ line: string }>('SELECT session::text AS line FROM session')
    const all = rows.map(({ line }) => line).join('\n')
    expect(all).not.toContain(token)
    expect(all).not.toContain(Buffer.from(token).toString('hex'))
    expect(all).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })
})

test('G16 V7.2.4 signing in again gives a new session and ends the old one of this browser, no other', async () => {
  const elsewhere = await portal.signIn(ann.email, ann.password)
  const again = cookieOf(await login({ cookie: ann.cookie }))
  expect(again).not.toBe(ann.cookie)
  expect((await session(ann.cookie)).statusCode).toBe(401)
  expect((await session(again)).statusCode).toBe(200)
  expect((await session(elsewhere)).statusCode).toBe(200)
})

test('G16 a session chosen by another person is never adopted', async () => {
  const chosen = `portal_session=${'B'.repeat(43)}`
  const mine = cookieOf(await login({ cookie: chosen }))
  expect(mine).not.toBe(chosen)
  expect((await session(chosen)).statusCode).toBe(401)
})

describe('signing out', () => {
  test('S7.5 G17 V7.4.1 ends the session on the server and clears the cookie', async () => {
    const answer = await logout(ann.cookie)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ success: true })
    expect(answer.headers['set-cookie']).toBe('portal_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect((await session(ann.cookie)).statusCode).toBe(401)
  })

  test('R2.30 succeeds without a session too', async () => {
    expect((await logout()).json()).toEqual({ success: true })
    await logout(ann.cookie)
    expect((await logout(ann.cookie)).json()).toEqual({ success: true })
  })
})

test('R2.33 with a named session ends only that one, even if another belongs to the same person', async () => {
  const keyOf = async (cookie: string) => (await session(cookie)).json<{ sessionKey: string }>().sessionKey
  const first = await keyOf(ann.cookie)
  const again = await portal.signIn(ann.email, ann.password)
  const nothing = await logout(again, { sessionKey: first })
  expect([nothing.json(), nothing.headers['set-cookie']]).toEqual([{ success: true }, undefined])
  expect((await session(again)).statusCode).toBe(200)
  const own = await logout(again, { sessionKey: await keyOf(again) })
  expect(own.headers['set-cookie']).toContain('Max-Age=0')
  expect((await session(again)).statusCode).toBe(401)
  expect((await session(ann.cookie)).statusCode).toBe(200)
})

describe('limits', () => {
  test('R2.27 C17 V7.3.1 G17 a session ends after 8 hours without a call', async () => {
    portal.clock.advance(IDLE_TIMEOUT_MS - 1000)
    expect((await session(ann.cookie)).statusCode).toBe(200)
    portal.clock.advance(IDLE_TIMEOUT_MS - 1000)
    expect((await session(ann.cookie)).statusCode).toBe(200)
    // A call a minute after the last counts, too.
    portal.clock.advance(60_000)
    expect((await session(ann.cookie)).statusCode).toBe(200)
    portal.clock.advance(IDLE_TIMEOUT_MS - 1000)
    expect((await session(ann.cookie)).statusCode).toBe(200)
    portal.clock.advance(IDLE_TIMEOUT_MS)
    expect((await session(ann.cookie)).statusCode).toBe(401)
  })

  test('R2.28 V7.3.2 G17 a session ends after 7 days, however active it is', async () => {
    for (let spent = 0; spent < ABSOLUTE_TIMEOUT_MS - 6 * HOUR_MS; spent += 6 * HOUR_MS) {
      portal.clock.advance(6 * HOUR_MS)
      expect((await session(ann.cookie)).statusCode).toBe(200)
    }
    portal.clock.advance(6 * HOUR_MS)
    expect((await session(ann.cookie)).statusCode).toBe(401)
  })

  test('the last use is written at most once a minute', async () => {
    const lastSeen = async () => {
      const { rows } = await portal.pool.query<{ at: Date }>('SELECT max(last_seen_at) AS at FROM session')
      return rows[0]?.at.toISOString()
    }
    const begun = await lastSeen()
    portal.clock.advance(59_000)
    await session(ann.cookie)
    expect(await lastSeen()).toBe(begun)
    portal.clock.advance(1000)
    await session(ann.cookie)
    expect(await lastSeen()).toBe(portal.clock.now().toISOString())
  })

  test('V6.2.10 a password never expires', async () => {
    portal.clock.advance(400 * 24 * HOUR_MS)
    expect((await login()).statusCode).toBe(200)
  })

  test('V14.2.7 expired sessions are swept, valid ones stay', async () => {
    const old = ann.cookie
    portal.clock.advance(IDLE_TIMEOUT_MS)
    const alive = cookieOf(await login())
    await sweepAccounts(portal.world)
    const { rows } = await portal.pool.query('SELECT 1 FROM session')
    expect(rows).toHaveLength(1)
    expect((await session(old)).statusCode).toBe(401)
    expect((await session(alive)).statusCode).toBe(200)
  })
})

describe('F08 rights that change during a session', () => {
  test('V8.3.2 apply from the next call on: role and county', async () => {
    const { CountyID } = await portal.addCounty('Ward')
    expect((await session(ann.cookie)).json()).toMatchObject({
      isAdmin: false,
      countyID: null,
      countyName: null,
    })
    await portal.pool.query('UPDATE account SET is_admin = true, county_id = $1 WHERE id = $2', [
      CountyID,
      ann.accountId,
    ])
    expect((await session(ann.cookie)).json()).toMatchObject({
      isAdmin: true,
      countyID: CountyID,
      countyName: 'Ward',
    })
    await portal.pool.query('UPDATE account SET is_admin = false, county_id = NULL WHERE id = $1', [
      ann.accountId,
    ])
    expect((await session(ann.cookie)).json()).toMatchObject({ isAdmin: false, countyID: null })
  })

  test('R2.40 G17 V7.4.2 sign a disabled account out at the next call', async () => {
    await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [ann.accountId])
    expect((await session(ann.cookie)).statusCode).toBe(401)
    await portal.pool.query('UPDATE account SET disabled_at = NULL WHERE id = $1', [ann.accountId])
  })

  test('R1.23 V7.4.5 by command end every session of the account, and of no other', async () => {
    const bob = await portal.addPerson({ email: 'bob@reeves.example' })
    const second = await portal.signIn(ann.email, ann.password)
    await changeAccount(acting(), ann.email, { role: 'user' })
    expect((await session(ann.cookie)).statusCode).toBe(401)
    expect((await session(second)).statusCode).toBe(401)
    expect((await session(bob.cookie)).statusCode).toBe(200)
  })
})
