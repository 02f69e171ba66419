import { CONFIRM_FIRST } from '@portal/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../testing/mailbox.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { newestLink, visitorsOf, type Visitor } from '../../testing/visitors.ts'
import { DAY_MS, HOUR_MS } from '../../engines/throttle/throttle.ts'
import { sweepAccounts } from './sweep.ts'
import { failure } from '../../engines/http/errors.ts'

const STRANGERS = 'what a stranger chose'
const OWN = 'copper ledger 1926'
const [OFFICE, HOME, ELSEWHERE, GATEWAY] = ['192.0.2.10', '198.51.100.20', '203.0.113.30', '203.0.113.40']
let portal: TestPortal
let visitor: Awaited<ReturnType<typeof visitorsOf>>
let count = 0
let email = ''
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' } })
  visitor = await visitorsOf(portal)
})
beforeEach(() => {
  count += 1
  email = `clerk-${count}@staff.example`
})
afterAll(() => portal.close())

const registers = (who: Visitor, password: string) => who.post('register', { email, password })
const confirms = async (who: Visitor) =>
  who.post('confirm-account', await newestLink(portal, email, 'Please confirm'))
const statusOf = async (who: Visitor, password: string) =>
  (await who.post('login', { username: email, password })).status
const placesKept = async () =>
  (
    await portal.pool.query(
      'SELECT FROM confirmed_from JOIN account ON account.id = account_id WHERE email = $1',
      [email],
    )
  ).rowCount
const offers = async () =>
  (await mailsTo(portal, email)).filter(({ subject }) => subject?.startsWith('Choose'))

test.each([
  ['the owner, who thinks it is theirs', HOME],
  ['a gateway that opens every link and runs its scripts', GATEWAY],
])(
  'R2.56 a stranger who registers an address cannot sign in anywhere after %s opens its link',
  async (_who, network) => {
    const stranger = visitor(ELSEWHERE)
    await registers(stranger, STRANGERS)
    expect((await confirms(visitor(network))).status).toBe(200)
    const refused = await stranger.post('login', { username: email, password: STRANGERS })
    expect(refused).toEqual({ status: 403, body: failure(CONFIRM_FIRST).toFailure() })
    expect(await statusOf(visitor('203.0.113.31', { keepsCookies: false }), STRANGERS)).toBe(403)

    const [mail, ...more] = await offers()
    expect(more).toEqual([])
    expect(mail?.text).toContain(`from the network address ${ELSEWHERE}, someone tried to sign in`)
    const owner = visitor(HOME)
    const link = await newestLink(portal, email, 'Choose a password')
    const chosen = { newPassword: OWN, confirmPassword: OWN }
    expect((await owner.post('confirm-reset-password', { ...link, ...chosen })).status).toBe(200)
    expect(await statusOf(owner, OWN)).toBe(200)
    expect(await statusOf(visitor(ELSEWHERE), OWN)).toBe(200)
    for (const who of [stranger, visitor(network)]) expect(await statusOf(who, STRANGERS)).toBe(401)
  },
)

test('R2.56 a stranger in the same office cannot sign in anywhere after a gateway opens the link', async () => {
  const stranger = visitor(OFFICE)
  await registers(stranger, STRANGERS)
  await confirms(visitor(GATEWAY))
  expect(await statusOf(stranger, STRANGERS)).toBe(403)
})

test.each([true, false])(
  'R2.57 a person who registers, confirms and signs in at one place succeeds (cookies: %s)',
  async (keepsCookies) => {
    const owner = visitor(OFFICE, { keepsCookies })
    await registers(owner, OWN)
    expect(await statusOf(owner, OWN)).toBe(403)
    await confirms(owner)
    expect(await statusOf(visitor(OFFICE), OWN)).toBe(200)
    expect(await statusOf(visitor(ELSEWHERE), OWN)).toBe(200)
    expect(await offers()).toEqual([])
  },
)

test('R2.56 the confirming browser signs in from anywhere, and after it everyone with the password', async () => {
  const desk = visitor(OFFICE)
  const phone = visitor(HOME)
  await registers(desk, OWN)
  await confirms(phone)
  expect(await statusOf(desk, OWN)).toBe(403)
  expect(await statusOf(phone.movedTo(ELSEWHERE), OWN)).toBe(200)
  expect(await statusOf(desk, OWN)).toBe(200)
})

test('R2.57 one browser that registers and confirms has proved its password everywhere', async () => {
  const owner = visitor(OFFICE)
  await registers(owner, OWN)
  await confirms(owner.movedTo(HOME))
  expect(await statusOf(visitor(ELSEWHERE), OWN)).toBe(200)
})

test('R2.56 a gateway that opened the link first does not stop the person after it', async () => {
  const owner = visitor(OFFICE)
  await registers(visitor(HOME), OWN)
  await confirms(visitor(GATEWAY))
  expect(await statusOf(owner, OWN)).toBe(403)
  expect((await confirms(owner)).status).toBe(200)
  expect(await statusOf(owner, OWN)).toBe(200)
})

test('R2.56 a place where an address was confirmed counts for 30 days', async () => {
  await registers(visitor(ELSEWHERE), OWN)
  await confirms(visitor(HOME))
  portal.clock.advance(30 * DAY_MS)
  expect(await statusOf(visitor(HOME), OWN)).toBe(403)
})

test('R2.56 places are stored until they no longer count, and are then swept', async () => {
  await registers(visitor(ELSEWHERE), OWN)
  await confirms(visitor(HOME))
  portal.clock.advance(30 * DAY_MS - 1)
  await sweepAccounts(portal.world)
  expect(await placesKept()).toBe(1)
  portal.clock.advance(1)
  await sweepAccounts(portal.world)
  expect(await placesKept()).toBe(0)
})

test('R2.56 of all places where a link is opened the first twenty are stored', async () => {
  await registers(visitor(ELSEWHERE), OWN)
  const link = await newestLink(portal, email, 'Please confirm')
  for (let n = 1; n <= 25; n += 1) {
    const answer = await visitor(`10.0.0.${n}`).post('confirm-account', link)
    expect(answer.status).toBe(200)
  }
  expect(await placesKept()).toBe(20)
  expect(await statusOf(visitor('10.0.0.21'), OWN)).toBe(403)
  expect(await statusOf(visitor('10.0.0.20'), OWN)).toBe(200)
})

test('R2.56 one e-mail offers a password while its link is valid, after any number of tries', async () => {
  await registers(visitor(ELSEWHERE), STRANGERS)
  await confirms(visitor(HOME))
  for (let time = 0; time < 3; time += 1) {
    expect(await statusOf(visitor(ELSEWHERE), STRANGERS)).toBe(403)
    expect(await offers()).toHaveLength(1)
  }
  portal.clock.advance(HOUR_MS)
  await statusOf(visitor(ELSEWHERE), STRANGERS)
  expect(await offers()).toHaveLength(2)
})

test('two simultaneous first sign-ins both succeed', async () => {
  const owner = visitor(OFFICE, { keepsCookies: false })
  await registers(owner, OWN)
  await confirms(owner)
  const answers = await Promise.all(Array.from({ length: 6 }, () => statusOf(owner, OWN)))
  expect(answers).toEqual([200, 200, 200, 200, 200, 200])
})
