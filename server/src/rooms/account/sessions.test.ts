import {
  endOtherSessions,
  endSession,
  listSessions,
  SESSION_NOT_FOUND,
  type OwnSession,
} from '@portal/contract/account/account.ts'
import { getSession, login } from '@portal/contract/sign-in/sign-in.ts'
import { OTHER_ORIGIN } from '@portal/contract/common-errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { HOUR_MS } from '../../engines/throttle/throttle.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
let portal: TestPortal
let ann: TestPerson
let bob: TestPerson
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
})
beforeEach(async () => {
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
  bob = await portal.addPerson({ email: uniqueAddress('bob') })
})
afterAll(() => portal.close())

async function signInElsewhere({ email, password }: TestPerson, headers: Record<string, string> = {}) {
  const { cookies } = await portal.call(ANONYMOUS_PERSON, login, {
    payload: { username: email, password },
    remoteAddress: '198.51.100.7',
    headers,
  })
  return { ...ann, cookie: `${cookies[0]?.name}=${cookies[0]?.value}` }
}
const sessionsOf = async (person: TestPerson) =>
  (await portal.call(person, listSessions)).json<OwnSession[]>()
const isAlive = async (person: TestPerson) => (await portal.call(person, getSession)).statusCode === 200
const end = (person: TestPerson, id: number) => portal.call(person, endSession, { params: { id } })
const recordsOf = async (action: string) =>
  (
    await portal.pool.query(
      'SELECT actor_name, after FROM audit_record WHERE action = $1 AND account_id = ANY ($2)',
      [action, [ann.accountId, bob.accountId]],
    )
  ).rows

test('R2.84 V7.5.2 people see where they are signed in, in plain words, and no one else’s sessions', async () => {
  const begun = portal.clock.now().toISOString()
  portal.clock.advance(HOUR_MS)
  const second = portal.clock.now().toISOString()
  const elsewhere = await signInElsewhere(ann, { 'user-agent': FIREFOX })
  const [first, other] = await sessionsOf(elsewhere)
  expect(first).toEqual({
    id: expect.any(Number),
    isThis: true,
    begun: second,
    lastSeen: second,
    address: '198.51.100.7',
    browser: 'Firefox on Windows',
  })
  expect(other).toMatchObject({ isThis: false, begun, lastSeen: begun, address: '127.0.0.1' })
  expect((await sessionsOf(bob)).map(({ isThis }) => isThis)).toEqual([true])
})

test('an ended session is not listed', async () => {
  await signInElsewhere(ann)
  portal.clock.advance(8 * HOUR_MS)
  ann.cookie = await portal.signIn(ann.email, ann.password)
  expect(await sessionsOf(ann)).toHaveLength(1)
})

test('V7.4.5 G17 a person ends one of their sessions immediately, once, with a record', async () => {
  const elsewhere = await signInElsewhere(ann)
  const id = (await sessionsOf(ann)).find(({ isThis }) => !isThis)?.id ?? 0
  expect((await end(ann, id)).statusCode).toBe(200)
  expect(await isAlive(elsewhere)).toBe(false)
  expect(await isAlive(ann)).toBe(true)
  expect((await end(ann, id)).statusCode).toBe(404)
  expect(await recordsOf('session.ended')).toEqual([{ actor_name: ann.email, after: null }])
})

test('R2.84 V8.2.2 another person’s session gets the response of a nonexistent one, and stays', async () => {
  const [{ id } = { id: 0 }] = await sessionsOf(bob)
  const [theirs, none] = [await end(ann, id), await end(ann, 2_000_000_000)]
  expect([theirs.statusCode, theirs.json()]).toEqual([404, failure(SESSION_NOT_FOUND).toFailure()])
  expect(theirs.body).toBe(none.body)
  expect(await isAlive(bob)).toBe(true)
  expect(await recordsOf('session.ended')).toEqual([])
})

test('R2.84 signing out everywhere else ends all sessions of this person except this one, and no others', async () => {
  const others = [await signInElsewhere(ann), await signInElsewhere(ann)]
  expect((await portal.call(ann, endOtherSessions)).statusCode).toBe(200)
  expect(await Promise.all([...others, ann, bob].map(isAlive))).toEqual([false, false, true, true])
  expect(await recordsOf('session.others_ended')).toEqual([{ actor_name: ann.email, after: { ended: 2 } }])
  expect((await portal.call(ann, endOtherSessions)).statusCode).toBe(200)
  expect(await recordsOf('session.others_ended')).toHaveLength(1)
})

test('G20 another site ends no session', async () => {
  const elsewhere = await signInElsewhere(ann)
  const [{ id } = { id: 0 }] = await sessionsOf(elsewhere)
  const headers = { origin: 'https://evil.example' }
  const answers = [
    await portal.call(ann, endSession, { params: { id }, headers }),
    await portal.call(ann, endOtherSessions, { headers }),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([403, failure(OTHER_ORIGIN).toFailure()])
  }
  expect(await isAlive(elsewhere)).toBe(true)
})
