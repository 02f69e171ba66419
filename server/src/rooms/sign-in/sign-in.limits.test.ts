import type { Endpoint } from '@portal/contract/endpoint.ts'
import { requestReset, confirmReset } from '@portal/contract/sign-in/registration.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { DATABASE_AWAY, LIMITER_DOWN, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newestLink } from '../../testing/visitors.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { sweepAccounts } from './sweep.ts'
import { failure } from '../../engines/http/errors.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
})
afterAll(() => portal.close())

type From = { address?: string; headers?: Record<string, string> }
async function attempt(
  username: string,
  password: string,
  { address = '198.51.100.7', headers = {} }: From = {},
) {
  const payload = { username, password }
  return portal.call(ANONYMOUS_PERSON, login, { payload, remoteAddress: address, headers })
}
const statusOf = async (...of: Parameters<typeof attempt>) => (await attempt(...of)).statusCode
async function fail(times: number, ...of: Parameters<typeof attempt>): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await statusOf(...of)).toBe(401)
}

/** Simulates earlier attempts: fills the buckets of that kind up to `times`, without the hashing. */
async function fillBucketsOf(what: string, times: number): Promise<void> {
  await portal.pool.query(
    `INSERT INTO throttled_attempt (bucket, at, until)
     SELECT bucket, at, until FROM (
       SELECT bucket, max(at) AS at, max(until) AS until, count(*)::int AS made FROM throttled_attempt
       WHERE bucket LIKE $1 || ':%' GROUP BY bucket
     ) AS so_far, generate_series(made + 1, $2::int)`,
    [what, times],
  )
}

test('R2.35 G01 V6.3.1 the eleventh failure for one account from one network is 429, the right password too', async () => {
  await fail(10, ann.email, 'a wrong password')
  const wrong = await attempt(ann.email, 'a wrong password')
  const right = await attempt(ann.email, ann.password)
  for (const answer of [wrong, right]) {
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual(failure(TOO_MANY_ATTEMPTS).toFailure())
    expect(answer.headers['retry-after']).toBe('900')
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('V6.1.1 the owner signs in from elsewhere meanwhile, and here again after 15 minutes', async () => {
  await fail(10, ann.email, 'a wrong password')
  expect(await statusOf(ann.email, ann.password, { address: '203.0.113.9' })).toBe(200)
  portal.clock.advance(10 * MINUTE_MS)
  expect((await attempt(ann.email, ann.password)).headers['retry-after']).toBe('300')
  portal.clock.advance(5 * MINUTE_MS)
  expect(await statusOf(ann.email, ann.password)).toBe(200)
})

test('the window slides: each failure counts for its own 15 minutes, refused tries do not count', async () => {
  await fail(5, ann.email, 'a wrong password')
  portal.clock.advance(10 * MINUTE_MS)
  await fail(5, ann.email, 'a wrong password')
  expect((await attempt(ann.email, 'a wrong password')).headers['retry-after']).toBe('300')
  portal.clock.advance(5 * MINUTE_MS)
  await fail(5, ann.email, 'a wrong password')
  expect(await statusOf(ann.email, 'a wrong password')).toBe(429)
})

test('a success refunds its own attempt and no other', async () => {
  await fail(9, ann.email, 'a wrong password')
  for (let time = 0; time < 5; time += 1) expect(await statusOf(ann.email, ann.password)).toBe(200)
  await fail(1, ann.email, 'a wrong password')
  expect(await statusOf(ann.email, ann.password)).toBe(429)
})

test('R1.12 V4.1.3 V15.3.4 G03 neither case, spaces, nor a forged X-Forwarded-For give another quota', async () => {
  const [name, domain] = ann.email.split('@')
  const spellings = [
    ann.email,
    `${name?.toUpperCase()}@${domain}`,
    ` ${ann.email} `,
    `${name}@Reeves.Example\t`,
  ]
  for (let time = 0; time < 10; time += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${time}` }
    await fail(1, spellings[time % spellings.length] ?? '', 'a wrong password', { headers })
  }
  expect(await statusOf(ann.email, ann.password, { headers: { 'x-forwarded-for': '203.0.113.99' } })).toBe(
    429,
  )
})

test('R2.36 G03 addresses of one IPv6 network share a quota, and IPv4-mapped IPv6 counts as IPv4', async () => {
  for (let time = 0; time < 10; time += 1) {
    await fail(1, ann.email, 'a wrong password', { address: `2001:db8:7:7::${time + 1}` })
  }
  expect(await statusOf(ann.email, ann.password, { address: '2001:db8:7:7:ffff::1' })).toBe(429)
  expect(await statusOf(ann.email, ann.password, { address: '2001:db8:7:8::1' })).toBe(200)
  await fail(10, ann.email, 'a wrong password', { address: '::ffff:198.51.100.7' })
  expect(await statusOf(ann.email, ann.password, { address: '198.51.100.7' })).toBe(429)
})

test('R1.12 V4.1.3 G03 behind a trusted proxy the forwarded address counts', async () => {
  const proxied = await testPortal({ environment: { TRUST_PROXY: '127.0.0.1' } })
  try {
    const bob = await proxied.addPerson({ email: 'bob@reeves.example' })
    const from = (address: string, password: string) =>
      proxied.call(ANONYMOUS_PERSON, login, {
        payload: { username: bob.email, password },
        headers: { 'x-forwarded-for': address },
      })
    for (let time = 0; time < 10; time += 1) await from('203.0.113.5', 'a wrong password')
    expect((await from('203.0.113.5', bob.password)).statusCode).toBe(429)
    expect((await from('203.0.113.6', bob.password)).statusCode).toBe(200)
  } finally {
    await proxied.close()
  }
})

test('R2.36 G02 a network that tries many accounts is stopped after 100 failures', async () => {
  await fail(1, 'someone@reeves.example', 'a wrong password')
  await fillBucketsOf('sign-in from network', 99)
  await fail(1, 'another@reeves.example', 'a wrong password')
  expect(await statusOf(ann.email, ann.password)).toBe(429)
  expect(await statusOf(ann.email, ann.password, { address: '203.0.113.9' })).toBe(200)
})

test('R2.37 G01 attackers from everywhere are stopped after 200, but not the people at a known place', async () => {
  expect(await statusOf(ann.email, ann.password, { address: '192.0.2.50' })).toBe(200)
  await fail(1, ann.email, 'a wrong password', { address: '203.0.113.1' })
  await fillBucketsOf('sign-in to account from unknown networks', 199)
  await fail(1, ann.email, 'a wrong password', { address: '203.0.113.2' })
  expect(await statusOf(ann.email, ann.password, { address: '203.0.113.3' })).toBe(429)
  await fail(2, ann.email, 'a wrong password', { address: '192.0.2.50' })
  expect(await statusOf(ann.email, ann.password, { address: '192.0.2.50' })).toBe(200)
})

test('R2.37 attackers from everywhere are stopped after 1,000 in a day, but not the people at a known place', async () => {
  expect(await statusOf(ann.email, ann.password, { address: '192.0.2.50' })).toBe(200)
  await fail(1, ann.email, 'a wrong password', { address: '203.0.113.1' })
  await fillBucketsOf('a day of sign-in to account from unknown networks', 1000)
  portal.clock.advance(15 * MINUTE_MS)
  const refused = await attempt(ann.email, ann.password, { address: '203.0.113.2' })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([
    429,
    String((DAY_MS - 15 * MINUTE_MS) / 1000),
  ])
  expect(await statusOf(ann.email, ann.password, { address: '192.0.2.50' })).toBe(200)
  portal.clock.advance(DAY_MS - 15 * MINUTE_MS)
  expect(await statusOf(ann.email, ann.password, { address: '203.0.113.2' })).toBe(200)
})

test('R2.42 the networks of one IPv6 site cannot use up an account, nor try many: /48 counts in addition to /64', async () => {
  await fail(1, ann.email, 'a wrong password', { address: '2001:db8:7:1::1' })
  await fillBucketsOf('sign-in to account from site', 50)
  expect(await statusOf(ann.email, ann.password, { address: '2001:db8:7:2::1' })).toBe(429)
  expect(await statusOf(ann.email, ann.password, { address: '2001:db8:8:2::1' })).toBe(200)
  await fail(1, 'someone@reeves.example', 'a wrong password', { address: '2001:db8:9:1::1' })
  await fillBucketsOf('sign-in from site', 500)
  expect(await statusOf(ann.email, ann.password, { address: '2001:db8:9:2::1' })).toBe(429)
})

test('R2.42 neighbors in an IPv6 site do not stop the people at a known network of it', async () => {
  expect(await statusOf(ann.email, ann.password, { address: '2001:db8:7:1::1' })).toBe(200)
  await fail(1, ann.email, 'a wrong password', { address: '2001:db8:7:2::1' })
  await fillBucketsOf('sign-in to account from site', 50)
  await fillBucketsOf('sign-in from site', 500)
  expect(await statusOf(ann.email, ann.password, { address: '2001:db8:7:1::2' })).toBe(200)
})

test('R2.41 V6.1.1 strangers lock no one out permanently: a completed reset clears the account and makes the place known', async () => {
  const here = { address: '2001:db8:7:1::1' }
  await fail(10, ann.email, 'a wrong password', here)
  await fillBucketsOf('sign-in to account from site', 50)
  await fillBucketsOf('sign-in to account from unknown networks', 200)
  await fillBucketsOf('a day of sign-in to account from unknown networks', 1000)
  expect(await statusOf(ann.email, ann.password, { address: '203.0.113.9' })).toBe(429)
  expect(await statusOf(ann.email, 'a new and quiet password', here)).toBe(429)
  await resetPasswordOf(ann.email, { to: 'a new and quiet password', ...here })
  expect(await statusOf(ann.email, 'a new and quiet password', here)).toBe(200)
  await fail(1, ann.email, 'a wrong password', { address: '203.0.113.9' })
  await fillBucketsOf('sign-in to account from unknown networks', 200)
  expect(await statusOf(ann.email, 'a new and quiet password', { address: '203.0.113.9' })).toBe(429)
  expect(await statusOf(ann.email, 'a new and quiet password', here)).toBe(200)
})

async function resetPasswordOf(email: string, { to, address }: { to: string; address: string }) {
  const post = (call: Endpoint, payload: object) =>
    portal.call(ANONYMOUS_PERSON, call, { payload, remoteAddress: address })
  await post(requestReset, { email })
  const { token } = await newestLink(portal, email, 'Set a new password')
  const passwords = { newPassword: to, confirmPassword: to }
  expect((await post(confirmReset, { email, token, ...passwords })).statusCode).toBe(200)
}

test('R2.37 a place is known for 30 days after the last sign-in there', async () => {
  const known = { address: '192.0.2.50' }
  const hammered = async () => {
    await fail(1, ann.email, 'a wrong password', { address: '203.0.113.1' })
    await fillBucketsOf('sign-in to account from unknown networks', 200)
  }
  expect(await statusOf(ann.email, ann.password, known)).toBe(200)
  portal.clock.advance(30 * DAY_MS - MINUTE_MS)
  await sweepAccounts(portal.world)
  await hammered()
  expect(await statusOf(ann.email, ann.password, known)).toBe(200)
  portal.clock.advance(30 * DAY_MS)
  await hammered()
  expect(await statusOf(ann.email, ann.password, known)).toBe(429)
  await sweepAccounts(portal.world)
  expect((await portal.pool.query('SELECT 1 FROM known_network')).rowCount).toBe(0)
})

test('G07 an account that does not exist is throttled the same way', async () => {
  await fail(10, 'nobody@reeves.example', 'a wrong password')
  await fail(10, ann.email, 'a wrong password')
  const [nobody, somebody] = await Promise.all([
    attempt('nobody@reeves.example', 'a wrong password'),
    attempt(ann.email, 'a wrong password'),
  ])
  expect(nobody.statusCode).toBe(429)
  expect(nobody.body).toBe(somebody.body)
  expect(nobody.headers['retry-after']).toBe(somebody.headers['retry-after'])
})

test('V6.3.1 of forty simultaneous tries exactly ten are checked', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(ann.email, 'a wrong password')))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

/** Without the successful sign-ins, which count for the hour of the account. */
const COUNTED = `SELECT bucket FROM throttled_attempt WHERE bucket NOT LIKE 'sign-in by account:%'`

test('simultaneous right passwords all sign in and leave no count', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => attempt(ann.email, ann.password)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
  expect((await portal.pool.query(COUNTED)).rowCount).toBe(0)
})

test('the counts contain nothing of the input, and are swept', async () => {
  await fail(1, `my secret password ${'x'.repeat(900)}`, 'x')
  const { rows } = await portal.pool.query<{ bucket: string }>(COUNTED)
  expect(rows).toHaveLength(4)
  for (const { bucket } of rows) {
    expect(bucket).not.toContain('secret')
    expect(bucket.length).toBeLessThan(100)
  }
  const left = async () => (await portal.pool.query(COUNTED)).rowCount
  portal.clock.advance(15 * MINUTE_MS)
  await sweepAccounts(portal.world)
  expect(await left()).toBe(1)
  portal.clock.advance(DAY_MS)
  await sweepAccounts(portal.world)
  expect(await left()).toBe(0)
})

test('R2.39 V16.5.3 G04 if attempts cannot be counted, no one can sign in: 503', async () => {
  await portal.pool.query('ALTER TABLE throttled_attempt RENAME TO elsewhere')
  const answer = await attempt(ann.email, ann.password)
  await portal.pool.query('ALTER TABLE elsewhere RENAME TO throttled_attempt')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual(failure(LIMITER_DOWN).toFailure())
  expect(await statusOf(ann.email, ann.password)).toBe(200)
})

test('R3.6 G04 while the database is unreachable, signing in names the outage: 503', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const connect = vi.spyOn(portal.pool, 'connect').mockImplementation(() => {
    throw away
  })
  const answer = await attempt(ann.email, ann.password)
  connect.mockRestore()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual(failure(DATABASE_AWAY).toFailure())
})

test('R1.15 RATE_LIMIT=off allows every try', async () => {
  const open = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  try {
    const bob = await open.addPerson({ email: 'bob@reeves.example' })
    const payload = { username: bob.email, password: 'a wrong password' }
    for (let time = 0; time < 12; time += 1) {
      expect((await open.call(ANONYMOUS_PERSON, login, { payload })).statusCode).toBe(401)
    }
    expect((await open.pool.query('SELECT 1 FROM throttled_attempt')).rowCount).toBe(0)
  } finally {
    await open.close()
  }
})
