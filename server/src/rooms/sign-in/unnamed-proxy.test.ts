import { CONFIRM_FIRST } from '@portal/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { newestLink, visitorsOf, type Visitor } from '../../testing/visitors.ts'
import { failure } from '../../engines/http/errors.ts'

// The proxy at 127.0.0.1 is unnamed. All visitors come through it and share its address.
const PASSWORD = 'copper ledger 1926'
const [OFFICE, ELSEWHERE, GATEWAY] = ['192.0.2.10', '203.0.113.30', '203.0.113.40']
let portal: TestPortal
let visitor: Awaited<ReturnType<typeof visitorsOf>>
let count = 0
let email = ''
beforeAll(async () => {
  portal = await testPortal({ environment: { TRUST_PROXY: '198.51.100.1' } })
  visitor = await visitorsOf(portal)
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  count += 1
  email = `clerk-${count}@staff.example`
})
afterAll(() => portal.close())

const registers = (who: Visitor) => who.post('register', { email, password: PASSWORD })
const confirms = async (who: Visitor) =>
  who.post('confirm-account', await newestLink(portal, email, 'Please confirm'))
const signsIn = (who: Visitor) => who.post('login', { username: email, password: PASSWORD })

test.each([true, false])(
  'R2.61 behind an unnamed proxy a stranger cannot sign in after another person opens the link (cookies: %s)',
  async (keepsCookies) => {
    const stranger = visitor(ELSEWHERE, { keepsCookies })
    await registers(stranger)
    expect((await confirms(visitor(GATEWAY))).status).toBe(200)
    expect(await signsIn(stranger)).toEqual({ status: 403, body: failure(CONFIRM_FIRST).toFailure() })
    expect((await signsIn(visitor(GATEWAY))).status).toBe(403)
  },
)

test('R2.61 behind an unnamed proxy the confirming browser signs in', async () => {
  const phone = visitor(OFFICE)
  await registers(visitor(ELSEWHERE))
  await confirms(phone)
  expect((await signsIn(phone)).status).toBe(200)
})

test('R2.61 behind an unnamed proxy one person’s sign-in makes no one else known', async () => {
  const person = await portal.addPerson({ email })
  const login = { username: email, password: person.password }
  const asks = async () => (await visitor(ELSEWHERE).post('reset-password', { email })).status
  for (let time = 0; time < 5; time += 1) expect(await asks()).toBe(200)
  expect((await visitor(OFFICE).post('login', login)).status).toBe(200)
  expect(await asks()).toBe(429)
})
