import {
  CONFIRM_FIRST,
  ENTER_BOTH,
  WRONG_SIGN_IN,
  login as loginCall,
  getSession,
  logout,
  getConfig,
} from '@portal/contract/sign-in/sign-in.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import { addAccount, changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { saltOf } from '../../records/accounts/passwords/password-hash.ts'
import { failure } from '../../engines/http/errors.ts'

let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' }, hasRealHashes: true })
  const { CountyID } = await portal.addCounty('Reeves')
  ann = await portal.addPerson({ email: 'ann@reeves.example', countyId: CountyID })
})
afterAll(() => portal.close())

const acting = () => ({ ...portal.world, actor: COMMAND_LINE })
const login = (payload: object, headers: Record<string, string> = {}) =>
  portal.call(ANONYMOUS_PERSON, loginCall, { payload, headers })
const session = (cookie: string) => portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })

async function register(
  email: string,
  password: string,
  { salt, endedAt }: { salt?: Buffer; endedAt?: Date } = {},
) {
  const hash = await portal.world.passwordHasher.hash(password, salt)
  await portal.pool.query(
    `INSERT INTO registration (email, password_hash, requested_at, requested_from, ended_at)
     VALUES ($1, $2, $3, '192.0.2.1', $4)`,
    [email, hash, portal.clock.now(), endedAt ?? null],
  )
  return hash
}

test('S3.15 S3.19 S7.3 S7.4 R2.32 the right password returns the account, and a session that says who is signed in', async () => {
  const answer = await login({ username: ann.email, password: ann.password })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ success: true, userID: ann.accountId })
  const [cookie] = answer.cookies
  const who = await session(`${cookie?.name}=${cookie?.value}`)
  expect(who.json()).toEqual({
    username: 'ann@reeves.example',
    sessionKey: expect.stringMatching(/^[\w-]{16}$/),
    isAdmin: false,
    countyID: expect.any(Number),
    countyName: 'Reeves',
    counties: [{ CountyID: expect.any(Number), Name: 'Reeves' }],
    rights: ['documents.add'],
  })
})

test('R2.1 V1.1.1 the username is trimmed and lower-cased, the password stays as it is', async () => {
  expect((await login({ username: '  ANN@Reeves.EXAMPLE ', password: ann.password })).statusCode).toBe(200)
  expect((await login({ username: ann.email, password: ` ${ann.password}` })).statusCode).toBe(401)
})

test.each([
  {},
  { username: '', password: '' },
  { username: ' ', password: 'something' },
  { username: 'ann@reeves.example', password: '' },
  { username: 'ann@reeves.example' },
  { username: 7, password: ['x'] },
])('S5.1 V15.3.5 without both fields it is 400: %j', async (payload) => {
  const answer = await login(payload)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual(failure(ENTER_BOTH).toFailure())
})

test('R2.25 R2.47 G07 V6.3.8 every failure has the same response, byte for byte', async () => {
  const disabled = await portal.addPerson({ email: 'gone@reeves.example' })
  await changeAccount(acting(), disabled.email, { isDisabled: true })
  await portal.pool.query(
    `INSERT INTO account (email, created_at, confirmed_at) VALUES ('nopassword@reeves.example', now(), now())`,
  )
  const failures = [
    { username: ann.email, password: 'a wrong password' },
    { username: 'nobody@reeves.example', password: ann.password },
    { username: disabled.email, password: disabled.password },
    { username: 'nopassword@reeves.example', password: ann.password },
    { username: 'not an address', password: ann.password },
    { username: 'nul\u0000@reeves.example', password: ann.password },
    { username: ann.email, password: 'x'.repeat(129) },
    { username: ann.email, password: 'x'.repeat(10_000) },
    { username: `${'x'.repeat(10_000)}@reeves.example`, password: ann.password },
  ]
  const answers = await Promise.all(failures.map((payload) => login(payload)))
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toBe(JSON.stringify(failure(WRONG_SIGN_IN).toFailure()))
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
  }
})

/** Microseconds of processor time of all threads, independent of the load of the machine. */
async function workOfSignIn(username: string): Promise<number> {
  const before = process.cpuUsage()
  await login({ username, password: 'a wrong password' })
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('R2.25 V6.3.8 G08 an account that does not exist costs as much work as one that does', async () => {
  let [exists, doesNot] = [0, 0]
  for (let round = 0; round < 9; round += 1) {
    exists += await workOfSignIn(ann.email)
    doesNot += await workOfSignIn('nobody@reeves.example')
  }
  expect(doesNot / exists).toBeGreaterThan(0.5)
  expect(doesNot / exists).toBeLessThan(2)
})

test('G05 a password of 10,000 characters is a wrong one, one of a megabyte is not read', async () => {
  const answer = await login({ username: ann.email, password: 'x'.repeat(10_000) })
  expect(answer.statusCode).toBe(401)
  const huge = await login({ username: ann.email, password: 'x'.repeat(1_100_000) })
  expect(huge.statusCode).toBe(413)
})

test('V15.2.2 G06 while a hundred people sign in, other calls get their response', async () => {
  let signedIn = 0
  const all = Array.from({ length: 100 }, async () => {
    const answer = await login({ username: ann.email, password: ann.password })
    if (answer.statusCode === 200) signedIn += 1
  })
  expect((await session(ann.cookie)).statusCode).toBe(200)
  expect(signedIn).toBeLessThan(25)
  await Promise.all(all)
  expect(signedIn).toBe(100)
})

test('V6.2.9 a password of 128 characters, each of four bytes, signs in', async () => {
  const password = '🛢🐎🌵🤠🐍🌮🎸🐂'.repeat(16)
  await addAccount(acting(), { email: 'long@reeves.example', role: 'user', countyIds: [], password })
  expect((await login({ username: 'long@reeves.example', password })).statusCode).toBe(200)
  expect((await login({ username: 'long@reeves.example', password: `${password}x` })).statusCode).toBe(401)
})

test('R2.24 V2.3.1 before the confirmation only the right password gets that message', async () => {
  await register('new@reeves.example', 'first of the passwords')
  const second = await register('new@reeves.example', 'second of the passwords')
  await register('new@reeves.example', 'third of the passwords', { salt: saltOf(second) })
  for (const password of ['first of the passwords', 'second of the passwords', 'third of the passwords']) {
    const answer = await login({ username: 'new@reeves.example', password })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual(failure(CONFIRM_FIRST).toFailure())
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  expect(
    (await login({ username: 'new@reeves.example', password: 'none of the passwords' })).statusCode,
  ).toBe(401)
})

test('R2.60 a registration that has ended, is a day old, or whose address has an account, opens nothing', async () => {
  await register('late@reeves.example', 'first of the passwords', { endedAt: portal.clock.now() })
  expect(
    (await login({ username: 'late@reeves.example', password: 'first of the passwords' })).statusCode,
  ).toBe(401)
  await register(ann.email, 'first of the passwords')
  const decoy = await login({ username: ann.email, password: 'first of the passwords' })
  expect(decoy.statusCode).toBe(403)
  expect(decoy.cookies).toEqual([])
  expect((await login({ username: ann.email, password: ann.password })).statusCode).toBe(200)
  portal.clock.advance(24 * HOUR_MS)
  expect((await login({ username: ann.email, password: 'first of the passwords' })).statusCode).toBe(401)
})

test('an unconfirmed account gets that message after the right password', async () => {
  const eve = await portal.addPerson({ email: 'eve@reeves.example' })
  await portal.pool.query('UPDATE account SET confirmed_at = NULL WHERE id = $1', [eve.accountId])
  expect((await login({ username: eve.email, password: eve.password })).json()).toEqual(
    failure(CONFIRM_FIRST).toFailure(),
  )
  expect((await login({ username: eve.email, password: 'a wrong password' })).statusCode).toBe(401)
  expect((await session(eve.cookie)).statusCode).toBe(401)
})

test('V16.3.1 signing in and out leaves one audit record each; failures are logged without the input', async () => {
  const bob = await portal.addPerson({ email: 'bob@reeves.example' })
  await login({ username: bob.email, password: 'typed in the wrong field' })
  await login({ username: 'typed in the wrong field', password: 'x' })
  await portal.call(ANONYMOUS_PERSON, logout, { headers: { cookie: bob.cookie } })
  const { rows } = await portal.pool.query(
    `SELECT what, who, came_from FROM ${AUDIT_AS_TOLD} WHERE account_id = $1 ORDER BY id`,
    [bob.accountId],
  )
  expect(rows).toEqual([
    { what: 'signed in', who: bob.email, came_from: '127.0.0.1' },
    { what: 'signed out', who: bob.email, came_from: '127.0.0.1' },
  ])
  const log = portal.log.join('')
  expect(log).toContain('A sign-in failed.')
  expect(log).not.toContain('typed in the wrong field')
  expect(log).not.toContain(bob.cookie.split('=')[1])
})

test('a password that changes during its check starts no session', async () => {
  const cleo = await portal.addPerson({ email: 'cleo@reeves.example' })
  const client = await portal.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('UPDATE account SET disabled_at = $1 WHERE id = $2', [
      portal.clock.now(),
      cleo.accountId,
    ])
    const answer = login({ username: cleo.email, password: cleo.password })
    await waitForBlocked(portal)
    await client.query('COMMIT')
    expect((await answer).statusCode).toBe(401)
  } finally {
    client.release()
  }
})

test('R1.2 anyone gets the public settings', async () => {
  const answer = await portal.call(ANONYMOUS_PERSON, getConfig)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    companyName: 'County Document Portal',
    companyUrl: '/',
    companyLogo: '',
    companyTagline: 'Industrial & Mineral Appraisal Service Since 1926',
    helpdeskContact: 'the helpdesk',
    footerYear: 2025,
    newestAppraisalYear: 2026,
    maxUploadBytes: 52_428_800,
    staffEmailDomain: 'staff.example',
    timeZone: 'America/Chicago',
  })
})
