import { CONFIRM_FIRST, WRONG_SIGN_IN } from '@portal/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { mailsTo } from '../../testing/mailbox.ts'
import { statementsOf } from '../../testing/statements.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { newestLink, visitorsOf } from '../../testing/visitors.ts'
import { DAY_MS, HOUR_MS } from '../../engines/throttle/throttle.ts'
import { addAccountWithLink, changeAccount } from '../../records/accounts/accounts.usecases.ts'
import { saltOf } from '../../records/accounts/passwords/password-hash.ts'
import { failure } from '../../engines/http/errors.ts'

const GUESS = 'what a stranger chose'
let portal: TestPortal
let visitor: Awaited<ReturnType<typeof visitorsOf>>
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' } })
  visitor = await visitorsOf(portal)
})
afterAll(() => portal.close())

const acting = () => ({ ...portal.world, actor: COMMAND_LINE })
const stranger = () => visitor('203.0.113.30')
const register = (email: string, password = GUESS) => stranger().post('register', { email, password })
const login = (email: string, password = GUESS) => stranger().post('login', { username: email, password })

async function saltsOf(email: string): Promise<Set<string>> {
  const { rows } = await portal.pool.query<{ hash: string }>(
    `SELECT password_hash AS hash FROM registration WHERE email = $1
     UNION ALL SELECT password_hash FROM credential JOIN account ON id = account_id WHERE email = $1`,
    [email],
  )
  return new Set(rows.map(({ hash }) => saltOf(hash).toString('hex')))
}

/** Addresses with an account of each kind, and one without. */
async function everyKind(name: string): Promise<string[]> {
  const [owner, disabled] = [`owner-${name}@staff.example`, `gone-${name}@staff.example`]
  for (const email of [owner, disabled]) await portal.addPerson({ email })
  await changeAccount(acting(), disabled, { isDisabled: true })
  const invited = `invited-${name}@staff.example`
  await addAccountWithLink(acting(), { email: invited, role: 'user', countyIds: [] })
  return [`nobody-${name}@staff.example`, owner, disabled, invited]
}

test('R2.58 G07 registering and then signing in does not reveal whether there is an account', async () => {
  for (const email of await everyKind('asked')) {
    expect((await register(email)).status).toBe(200)
    expect(await login(email)).toEqual({ status: 403, body: failure(CONFIRM_FIRST).toFailure() })
    expect(await login(email, 'another password')).toEqual({
      status: 401,
      body: failure(WRONG_SIGN_IN).toFailure(),
    })
    expect((await stranger().post('resend-confirmation', { email })).status).toBe(200)
    expect((await login(email)).status).toBe(403)
    portal.clock.advance(DAY_MS)
    expect((await login(email)).status).toBe(401)
  }
})

test('R2.58 G08 signing in with a registered password runs the same queries, and one hash, with and without an account', async () => {
  const [nobody = '', ...accounts] = await everyKind('measured')
  await register(nobody)
  const asked = await statementsOf(() => login(nobody))
  expect(asked.length).toBeGreaterThan(2)
  for (const email of accounts) {
    await register(email)
    expect(await statementsOf(() => login(email))).toEqual(asked)
    expect(await saltsOf(email)).toHaveProperty('size', 1)
  }
})

test('G08 registrations that race share a salt, with and without an account', async () => {
  for (const email of await everyKind('raced')) {
    const passwords = Array.from({ length: 4 }, (_, index) => `password number ${index}`)
    await Promise.all(passwords.map((password) => register(email, password)))
    expect(await saltsOf(email)).toHaveProperty('size', 1)
    for (const password of passwords) expect((await login(email, password)).status).toBe(403)
  }
})

test('R2.58 a registration for an existing account opens nothing, gets no link, and ends with a reset', async () => {
  const owner = await portal.addPerson({ email: 'owner@staff.example' })
  await register(owner.email)
  await stranger().post('resend-confirmation', { email: owner.email })
  expect((await mailsTo(portal, owner.email)).map(({ subject }) => subject?.split(' – ')[0])).toEqual([
    'You already have an account',
  ])
  expect((await stranger().post('login', { username: owner.email, password: owner.password })).status).toBe(
    200,
  )
  portal.clock.advance(HOUR_MS)
  await stranger().post('reset-password', { email: owner.email })
  const link = await newestLink(portal, owner.email, 'Set a new password')
  const chosen = { newPassword: 'a new and quiet password', confirmPassword: 'a new and quiet password' }
  expect((await visitor('192.0.2.1').post('confirm-reset-password', { ...link, ...chosen })).status).toBe(200)
  expect((await login(owner.email)).status).toBe(401)
})
