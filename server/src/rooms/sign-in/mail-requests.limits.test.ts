import { TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { DAY_MS, HOUR_MS } from '../../engines/throttle/throttle.ts'
import { failure } from '../../engines/http/errors.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal({ environment: { TRUST_PROXY: '127.0.0.1' } })
})
beforeEach(() => portal.pool.query('DELETE FROM throttled_attempt'))
afterAll(() => portal.close())

const PASSWORD = 'copper ledger 1926'
const post = (path: string, payload: object, from = '192.0.2.1') =>
  portal.app.inject({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: { 'x-forwarded-for': from },
  })

const ASKING = ['register', 'reset-password', 'resend-confirmation']

test.each(ASKING)('R2.38 G12 V2.4.1 %s is accepted five times an hour for one address', async (path) => {
  const ask = (n: number) => post(path, { email: 'ann@staff.example', password: PASSWORD }, `192.0.2.${n}`)
  for (let n = 1; n <= 5; n += 1) expect((await ask(n)).statusCode).toBe(200)
  const refused = await ask(6)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual(failure(TOO_MANY_ATTEMPTS).toFailure())
  expect(refused.headers['retry-after']).toBe('3600')
  portal.clock.advance(HOUR_MS)
  expect((await ask(7)).statusCode).toBe(200)
})

test.each(ASKING)('R2.38 G12 V2.4.1 %s is accepted sixty times an hour from one network', async (path) => {
  const ask = (n: number) =>
    post(path, { email: `ann-${n}@staff.example`, password: PASSWORD }, `2001:db8::${n}`)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await ask(60)).statusCode).toBe(429)
  const elsewhere = await post(path, { email: 'ann-61@staff.example', password: PASSWORD }, '2001:db8:0:1::1')
  expect(elsewhere.statusCode).toBe(200)
})

const askOneOfThree = (n: number, email = 'ann@staff.example', from = `192.0.2.${n}`) =>
  post(ASKING[n % 3] ?? '', { email, password: PASSWORD }, from)

test('R2.38 the three together are accepted five times an hour for one address, and sixty times from one network', async () => {
  for (let n = 0; n < 5; n += 1) expect((await askOneOfThree(n)).statusCode).toBe(200)
  for (let n = 5; n < 8; n += 1) expect((await askOneOfThree(n)).statusCode).toBe(429)
  const from = '203.0.113.5'
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => askOneOfThree(n, `ann-${n}@staff.example`, from)),
  )
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  for (let n = 60; n < 63; n += 1)
    expect((await askOneOfThree(n, `ann-${n}@staff.example`, from)).statusCode).toBe(429)
})

test('R2.43 a call that the county rejects counts for its network, and uses up nothing of the address', async () => {
  const { CountyID: countyId } = await portal.addCounty('Reeves')
  const register = (from: string, email = 'clerk@freemail.example') =>
    post('register', { email, password: PASSWORD, countyId }, from)
  for (let n = 1; n <= 8; n += 1) expect((await register(`192.0.2.${n}`)).statusCode).toBe(403)
  await portal.pool.query('INSERT INTO county_email_address VALUES ($1, $2)', [
    countyId,
    'clerk@freemail.example',
  ])
  expect((await register('192.0.2.9')).statusCode).toBe(200)
  for (let n = 1; n <= 60; n += 1) {
    expect((await register('198.51.100.1', `nobody-${n}@freemail.example`)).statusCode).toBe(403)
  }
  expect((await register('198.51.100.1', 'nobody@freemail.example')).statusCode).toBe(429)
})

const resetMailsTo = async (email: string) =>
  (await mailsTo(portal, email)).filter(({ subject }) => subject?.startsWith('Set a new password'))

test('R2.43 R2.44 strangers cannot use up the quota of the networks that an account has signed in from', async () => {
  const person = await portal.addPerson({ email: 'bob@staff.example' })
  const office = '192.0.2.50'
  expect(
    (await post('login', { username: person.email, password: person.password }, office)).statusCode,
  ).toBe(200)
  const reset = (from: string) => post('reset-password', { email: person.email }, from)
  for (let n = 1; n <= 5; n += 1) expect((await reset(`203.0.113.${n}`)).statusCode).toBe(200)
  expect((await reset('203.0.113.6')).statusCode).toBe(429)
  expect(await resetMailsTo(person.email)).toHaveLength(5)
  for (let n = 1; n <= 5; n += 1) {
    expect((await reset(office)).statusCode).toBe(200)
    expect(await resetMailsTo(person.email)).toHaveLength(5 + Math.min(n, 2))
  }
  expect((await reset(office)).statusCode).toBe(429)
  portal.clock.advance(30 * DAY_MS)
  for (let n = 1; n <= 5; n += 1) expect((await reset('203.0.113.6')).statusCode).toBe(200)
  expect((await reset(office)).statusCode).toBe(429)
})

test('R2.44 known networks and strangers together send an address at most seven e-mails an hour, in any order', async () => {
  const person = await portal.addPerson({ email: 'carl@staff.example' })
  const office = '192.0.2.51'
  await post('login', { username: person.email, password: person.password }, office)
  const reset = (from: string) => post('reset-password', { email: person.email }, from)
  const mails = async () => (await resetMailsTo(person.email)).length
  for (let n = 1; n <= 4; n += 1) await reset(office)
  expect(await mails()).toBe(4)
  for (let n = 1; n <= 5; n += 1) expect((await reset(`203.0.113.${n}`)).statusCode).toBe(200)
  expect(await mails()).toBe(5)
  await reset(office)
  expect(await mails()).toBe(6)
  portal.clock.advance(HOUR_MS)
  for (let n = 1; n <= 5; n += 1) await reset(`203.0.113.${n}`)
  for (let n = 1; n <= 5; n += 1) await reset(office)
  expect(await mails()).toBe(6 + 7)
})

test('R2.44 an address gets five e-mails an hour, however many a call may request, and no response reveals it', async () => {
  const owner = await portal.addPerson({ email: 'owner@staff.example' })
  const ask = async (email: string) => [
    (await post('register', { email, password: PASSWORD }, '192.0.2.1')).statusCode,
    (await post('register', { email, password: PASSWORD }, '192.0.2.2')).statusCode,
    (await post('register', { email, password: PASSWORD }, '192.0.2.3')).statusCode,
    (await post('resend-confirmation', { email }, '192.0.2.4')).statusCode,
    (await mailsTo(portal, email)).length > 0,
    (await post('resend-confirmation', { email }, '192.0.2.5')).statusCode,
    (await mailsTo(portal, email)).length > 0,
    (await post('reset-password', { email }, '192.0.2.6')).statusCode,
  ]
  const newcomer = await ask('newcomer@staff.example')
  expect(newcomer).toEqual([200, 200, 200, 200, true, 200, true, 429])
  expect(await ask(owner.email)).toEqual(newcomer)
  expect(await mailsTo(portal, 'newcomer@staff.example')).toHaveLength(5)
  portal.clock.advance(HOUR_MS)
  await post('reset-password', { email: 'newcomer@staff.example' }, '192.0.2.6')
  expect(await mailsTo(portal, 'newcomer@staff.example')).toHaveLength(6)
})

test.each([
  ['confirm-account', {}],
  ['confirm-reset-password', { newPassword: PASSWORD, confirmPassword: PASSWORD }],
])('V6.6.3 sixty wrong links an hour are the limit of one network: %s', async (path, passwords) => {
  const ask = () => post(path, { email: 'ann@staff.example', token: 'x', ...passwords }, '198.51.100.9')
  const answers = await Promise.all(Array.from({ length: 60 }, ask))
  expect(answers.every(({ statusCode }) => statusCode === 400)).toBe(true)
  expect((await ask()).statusCode).toBe(429)
})

test('valid links count toward no limit', async () => {
  await post('register', { email: 'right@staff.example', password: PASSWORD })
  const { email, token } = linkOf((await mailsTo(portal, 'right@staff.example'))[0] ?? {})
  await portal.pool.query('DELETE FROM throttled_attempt')
  expect((await post('confirm-account', { email, token })).statusCode).toBe(200)
  expect((await portal.pool.query('SELECT FROM throttled_attempt')).rowCount).toBe(0)
})

test('the e-mail names the network address of the request', async () => {
  await post('register', { email: 'where@staff.example', password: PASSWORD }, '203.0.113.77')
  const [mail] = await mailsTo(portal, 'where@staff.example')
  expect(mail?.text).toContain('from the network address 203.0.113.77,')
})
