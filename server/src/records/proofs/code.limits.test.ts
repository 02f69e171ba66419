import { proveIdentity } from '@portal/contract/account/account.ts'
import { confirmReset, requestReset } from '@portal/contract/sign-in/registration.ts'
import { login } from '@portal/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import { linkOf, mailsTo } from '../../testing/mailbox.ts'
import {
  giveCode,
  givePassword,
  nextCode,
  setUpSecondFactor,
  type TestSecondFactor,
} from '../../testing/second-factor.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

const NEW_PASSWORD = 'quiet meadows at dawn'
const ELSEWHERE = '203.0.113.7'
let portal: TestPortal
let ann: TestPerson
let factor: TestSecondFactor
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
  factor = await setUpSecondFactor(portal, ann)
})
afterAll(() => portal.close())

const subjects = async () =>
  (await mailsTo(portal, ann.email)).map(({ subject = '' }) => subject.split(' – ')[0] ?? '')
const told = async () => (await subjects()).filter((subject) => subject.includes('may know your password'))
const know = (network: string) =>
  portal.pool.query(
    `INSERT INTO known_network (account_id, network, last_signed_in_at) VALUES ($1, $2, $3)`,
    [ann.accountId, network, portal.clock.now()],
  )
const guess = (cookie: string, remoteAddress: string) =>
  giveCode(portal, { cookie, code: '000000', remoteAddress }).then(({ statusCode }) => statusCode)

test('V6.6.3 a reset by e-mail gives its network no more tries of codes', async () => {
  await portal.call(ANONYMOUS_PERSON, requestReset, {
    payload: { email: ann.email },
    remoteAddress: ELSEWHERE,
  })
  const mails = await mailsTo(portal, ann.email)
  const link = linkOf(mails.find(({ subject = '' }) => subject.startsWith('Set a new password')) ?? {})
  const passwords = { newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }
  const set = await portal.call(ANONYMOUS_PERSON, confirmReset, {
    payload: { email: ann.email, token: link.token, ...passwords },
    remoteAddress: ELSEWHERE,
  })
  expect(set.statusCode).toBe(200)
  const { rows } = await portal.pool.query<{ network: string }>(
    'SELECT network FROM known_network WHERE account_id = $1',
    [ann.accountId],
  )
  expect(rows.map(({ network }) => network)).not.toContain(ELSEWHERE)
})

test('V6.6.3 forty wrong codes are the limit of an account, also from known networks; strangers get half of them', async () => {
  const cookie = await givePassword(portal, ann)
  const statuses = []
  for (let network = 1; network <= 5; network += 1) {
    await know(`198.51.100.${network}`)
    for (let time = 0; time < 9; time += 1) statuses.push(await guess(cookie, `198.51.100.${network}`))
  }
  expect(statuses.filter((status) => status === 403)).toHaveLength(40)
  expect(statuses.slice(40)).toEqual([429, 429, 429, 429, 429])
})

test('V6.3.5 reaching the limit of wrong codes sends an e-mail and leaves a record, once a day', async () => {
  const exhaust = async () => {
    const cookie = await givePassword(portal, ann)
    for (let time = 0; time < 13; time += 1) await guess(cookie, '127.0.0.1')
  }
  await exhaust()
  expect(await told()).toHaveLength(1)
  portal.clock.advance(15 * MINUTE_MS)
  await exhaust()
  expect(await told()).toHaveLength(1)
  const { rows } = await portal.pool.query(
    `SELECT actor_name, subject_id FROM audit_record WHERE action = 'second_factor.guessed' AND subject_id = $1`,
    [ann.accountId],
  )
  expect(rows).toEqual([{ actor_name: 'anonymous', subject_id: String(ann.accountId) }])
  const text = (await mailsTo(portal, ann.email)).map((mail) => mail.text ?? '').join('\n')
  expect(text).toContain(
    'from the network address 127.0.0.1, too many wrong codes were entered for your account',
  )
  expect(text).not.toContain('000000')
  portal.clock.advance(DAY_MS)
  await exhaust()
  expect(await told()).toHaveLength(2)
})

test('V6.3.5 a recovery code that proves identity sends an e-mail', async () => {
  const cookie = await givePassword(portal, ann)
  const answer = await giveCode(portal, { cookie, code: nextCode(portal, factor) })
  const session = { ...ann, cookie: `portal_session=${answer.cookies[0]?.value}` }
  const [code] = factor.recoveryCodes
  expect((await portal.call(session, proveIdentity, { payload: { code } })).statusCode).toBe(200)
  const texts = (await mailsTo(portal, ann.email)).map((mail) => mail.text ?? '')
  expect(
    texts.filter((text) => text.includes('a recovery code was used to confirm your identity')),
  ).toHaveLength(1)
})

test('the right password is required before a code is counted', async () => {
  const payload = { username: ann.email, password: 'not the password' }
  expect((await portal.call(ANONYMOUS_PERSON, login, { payload })).statusCode).toBe(401)
  expect(await subjects()).not.toContain('Someone may know your password')
})
