import { TOO_MANY_ATTEMPTS } from '@portal/contract/auth.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { linkOf, mailsTo } from '../testing/mailbox.ts'
import { testPortal, type TestPortal } from '../testing/test-portal.ts'
import { HOUR } from '../throttle/throttle.ts'

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

test.each(ASKING)('G12 V2.4.1 %s is let through five times an hour for one address', async (path) => {
  const ask = (n: number) => post(path, { email: 'ann@staff.example', password: PASSWORD }, `192.0.2.${n}`)
  for (let n = 1; n <= 5; n += 1) expect((await ask(n)).statusCode).toBe(200)
  const refused = await ask(6)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({ error: TOO_MANY_ATTEMPTS })
  expect(refused.headers['retry-after']).toBe('3600')
  portal.clock.advance(HOUR)
  expect((await ask(7)).statusCode).toBe(200)
})

test.each(ASKING)('G12 V2.4.1 %s is let through sixty times an hour from one network', async (path) => {
  const ask = (n: number) =>
    post(path, { email: `ann-${n}@staff.example`, password: PASSWORD }, `2001:db8::${n}`)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await ask(60)).statusCode).toBe(429)
  const elsewhere = await post(path, { email: 'ann-61@staff.example', password: PASSWORD }, '2001:db8:0:1::1')
  expect(elsewhere.statusCode).toBe(200)
})

test.each([
  ['confirm-account', {}],
  ['confirm-reset-password', { newPassword: PASSWORD, confirmPassword: PASSWORD }],
])('V6.6.3 sixty wrong links an hour from one network are enough: %s', async (path, passwords) => {
  const ask = () => post(path, { email: 'ann@staff.example', token: 'x', ...passwords }, '198.51.100.9')
  const answers = await Promise.all(Array.from({ length: 60 }, ask))
  expect(answers.every(({ statusCode }) => statusCode === 400)).toBe(true)
  expect((await ask()).statusCode).toBe(429)
})

test('links that are right count against no limit', async () => {
  await post('register', { email: 'right@staff.example', password: PASSWORD })
  const { email, token } = linkOf((await mailsTo(portal, 'right@staff.example'))[0] ?? {})
  await portal.pool.query('DELETE FROM throttled_attempt')
  expect((await post('confirm-account', { email, token })).statusCode).toBe(200)
  expect((await portal.pool.query('SELECT FROM throttled_attempt')).rowCount).toBe(0)
})

test('the mail names the network address that asked', async () => {
  await post('register', { email: 'where@staff.example', password: PASSWORD }, '203.0.113.77')
  const [mail] = await mailsTo(portal, 'where@staff.example')
  expect(mail?.text).toContain('from the network address 203.0.113.77,')
})
