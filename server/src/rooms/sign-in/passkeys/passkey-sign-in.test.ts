import { getSession, logout } from '@portal/contract/sign-in/sign-in.ts'
import { OTHER_ORIGIN, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import {
  beginPasskeySignIn,
  listPasskeys,
  loginByPasskey,
  removePasskey,
  WRONG_PASSKEY,
  type Passkey,
} from '@portal/contract/sign-in/passkeys.ts'
import { PASSKEYS_UNAVAILABLE } from '@portal/contract/sign-in/webauthn.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { signWith } from '../../../testing/authenticator.ts'
import { cookieOf } from '../../../testing/cookie-of.ts'
import { passkeyCalls } from '../../../testing/passkey-calls.ts'
import { setUpSecondFactor } from '../../../testing/second-factor.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'
import { sweepAccounts } from '../sweep.ts'

let portal: TestPortal
let at: ReturnType<typeof passkeyCalls>
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal()
  at = passkeyCalls(portal)
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
})
afterAll(() => portal.close())

type Answer = Awaited<ReturnType<typeof at.send>>
const WRONG = [401, failure(WRONG_PASSKEY).toFailure()]
const told = (answer: Answer) => [answer.statusCode, answer.json<unknown>()]
const nameSignedIn = async (answer: Answer) => {
  const cookie = cookieOf(answer)
  return (await portal.call(ANONYMOUS_PERSON, getSession, { headers: { cookie } })).json<{
    username?: string
  }>().username
}
const recordsOf = async (action: string) =>
  (
    await portal.pool.query(
      `SELECT actor_name, came_from, subject_id, before, after FROM audit_record
       WHERE action = $1 AND subject_id = $2 ORDER BY id`,
      [action, ann.accountId],
    )
  ).rows

test('R2.110 V6.3.3 a passkey signs in without a name and without a code: its device has verified finger, face or PIN', async () => {
  const { key } = await at.add(ann)
  portal.clock.advance(HOUR_MS)
  const answer = await at.signIn(key, {}, { remoteAddress: '198.51.100.7' })
  expect(told(answer)).toEqual([200, { success: true, userID: ann.accountId }])
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^portal_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(await nameSignedIn(answer)).toBe(ann.email)
  const [passkey] = (await portal.call(ann, listPasskeys)).json<Passkey[]>()
  expect(passkey?.lastUsed).toBe(portal.clock.now().toISOString())
  expect((await recordsOf('session.started')).at(-1)).toEqual({
    actor_name: ann.email,
    came_from: '198.51.100.7',
    subject_id: String(ann.accountId),
    before: null,
    after: { by: 'passkey' },
  })
})

test('V6.3.3 no code follows a passkey, even with a second factor', async () => {
  const { key } = await at.add(ann)
  await setUpSecondFactor(portal, ann)
  expect((await at.signIn(key)).statusCode).toBe(200)
})

test('R2.110 a sign-in with a passkey is a proof of identity, and ends the earlier session of the browser', async () => {
  const { key, passkey } = await at.add(ann)
  const begun = await at.begin()
  const cookie = `${begun.cookie}; ${ann.cookie}`
  const answer = await at.send(signWith(key, begun.request), { cookie })
  const renewed = { ...ann, cookie: `${answer.cookies[0]?.name}=${answer.cookies[0]?.value}` }
  expect((await portal.call(ann, getSession)).statusCode).toBe(401)
  expect((await portal.call(renewed, removePasskey, { params: { id: passkey.id } })).statusCode).toBe(200)
})

test('the request to the browser reveals no account: any key of the device will do', async () => {
  await at.add(ann)
  const { request } = await at.begin()
  expect(request).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: 'localhost',
    timeout: 5 * MINUTE_MS,
    allowCredentials: [],
    userVerification: 'required',
  })
})

test.each([
  ['of another page', { origin: 'https://evil.example' }],
  ['of another port of this machine', { origin: 'http://localhost:3001' }],
  ['for another portal', { rpId: 'evil.example' }],
  ['without a finger on the device', { isVerified: false }],
  ['that signed a new key', { type: 'webauthn.create' }],
  ['that may suddenly be copied', { mayBeBackedUp: true }],
])('R2.111 V6.3.3 a passkey %s signs no one in', async (_what, lie) => {
  const { key } = await at.add(ann)
  expect(told(await at.signIn(key, lie))).toEqual(WRONG)
  expect((await at.signIn(key)).statusCode).toBe(200)
})

test('R2.112 V6.5.1 an answer counts once: repeating an intercepted one fails', async () => {
  const { key } = await at.add(ann)
  const begun = await at.begin()
  const passkey = signWith(key, begun.request)
  expect((await at.send(passkey, begun)).statusCode).toBe(200)
  expect(told(await at.send(passkey, begun))).toEqual(WRONG)
  const both = await at.begin()
  const raced = signWith(key, both.request)
  const statuses = await Promise.all([at.send(raced, both), at.send(raced, both)])
  expect(statuses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('a wrong answer consumes the challenge, too', async () => {
  const { key } = await at.add(ann)
  const begun = await at.begin()
  await at.send(signWith(key, begun.request, { isVerified: false }), begun)
  expect(told(await at.send(signWith(key, begun.request), begun))).toEqual(WRONG)
})

test('R2.112 V6.5.5 a challenge lives five minutes to the millisecond, and is swept', async () => {
  const { key } = await at.add(ann)
  const [withTimeout, late] = [await at.begin(), await at.begin()]
  portal.clock.advance(5 * MINUTE_MS - 1)
  expect((await at.send(signWith(key, withTimeout.request), withTimeout)).statusCode).toBe(200)
  portal.clock.advance(1)
  expect(told(await at.send(signWith(key, late.request), late))).toEqual(WRONG)
  await sweepAccounts(portal.world)
  expect((await portal.pool.query('SELECT FROM passkey_challenge')).rowCount).toBe(0)
})

test('R2.112 V6.6.2 a challenge belongs to one browser and one purpose', async () => {
  const { key } = await at.add(ann)
  const [begun, other] = [await at.begin(), await at.begin()]
  expect(told(await at.send(signWith(key, begun.request), other))).toEqual(WRONG)
  expect(told(await at.send(signWith(key, begun.request), { cookie: '' }))).toEqual(WRONG)
  expect((await at.send(signWith(key, begun.request), begun)).statusCode).toBe(200)
  const proof = await at.beginProof(ann)
  expect(told(await at.send(signWith(key, proof), await at.begin()))).toEqual(WRONG)
})

test('R2.111 G07 the response is the same for an unknown key, a disabled person and a wrong signature', async () => {
  const { key } = await at.add(ann)
  const bob = await portal.addPerson({ email: uniqueAddress('bob') })
  const { key: ofBob } = await at.add(bob)
  await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [bob.accountId])
  const unknown = { ...key, id: Buffer.alloc(32, 7) }
  const forged = { ...key, privateKey: ofBob.privateKey }
  const ofSomebodyElse = { ...key, userHandle: ofBob.userHandle }
  const unsaid = { ...key, userHandle: '' }
  for (const held of [unknown, ofBob, forged, ofSomebodyElse, unsaid]) {
    const answer = await at.signIn(held)
    expect([...told(answer), answer.headers['set-cookie']]).toEqual([...WRONG, undefined])
  }
  await portal.pool.query('UPDATE account SET disabled_at = NULL WHERE id = $1', [bob.accountId])
  expect((await at.signIn(ofBob)).statusCode).toBe(200)
})

test('R2.111 a person disabled or a key removed during the check cannot sign in', async () => {
  const { key, passkey } = await at.add(ann)
  for (const [sql, id] of [
    ['UPDATE account SET disabled_at = now() WHERE id = $1', ann.accountId],
    ['DELETE FROM passkey WHERE id = $1', passkey.id],
  ] as const) {
    const begun = await at.begin()
    const held = await portal.pool.connect()
    await held.query('BEGIN')
    await held.query(sql, [id])
    const answer = at.send(signWith(key, begun.request), begun)
    await expect
      .poll(
        async () =>
          (
            await portal.pool.query(
              `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
            )
          ).rowCount,
        { timeout: 20_000 },
      )
      .toBe(1)
    await held.query('COMMIT')
    held.release()
    expect(told(await answer)).toEqual(WRONG)
    await portal.pool.query('UPDATE account SET disabled_at = NULL WHERE id = $1', [ann.accountId])
  }
})

test('R2.113 a counter that does not increase is refused and recorded: the key has been copied', async () => {
  const { key, passkey } = await at.add(ann, 'Laptop', { signCount: 4 })
  expect((await at.signIn(key, { signCount: 7 })).statusCode).toBe(200)
  for (const signCount of [7, 6, 0]) expect(told(await at.signIn(key, { signCount }))).toEqual(WRONG)
  expect(await recordsOf('passkey.found_copied')).toEqual(
    [7, 6, 0].map((signCount) => ({
      actor_name: 'anonymous',
      came_from: '127.0.0.1',
      subject_id: String(ann.accountId),
      before: { passkeyId: passkey.id, signCount: 7 },
      after: { signCount },
    })),
  )
  expect((await at.signIn(key, { signCount: 8 })).statusCode).toBe(200)
})

test('R2.113 without the key a counter proves nothing: no copy is recorded', async () => {
  const { key } = await at.add(ann, 'Laptop', { signCount: 4 })
  const bob = await portal.addPerson({ email: uniqueAddress('bob') })
  const { key: ofBob } = await at.add(bob)
  await at.signIn({ ...key, privateKey: ofBob.privateKey }, { signCount: 1 })
  expect(await recordsOf('passkey.found_copied')).toEqual([])
})

test('R2.113 a device without a counter signs in repeatedly', async () => {
  const { key } = await at.add(ann)
  for (let time = 0; time < 3; time += 1) expect((await at.signIn(key)).statusCode).toBe(200)
})

test('R2.115 a key that was synced to other devices later is listed so', async () => {
  const synced = { mayBeBackedUp: true }
  const { key, passkey } = await at.add(ann, 'Phone', synced)
  expect(passkey.isBackedUp).toBe(false)
  await at.signIn(key, { ...synced, isBackedUp: true })
  expect((await portal.call(ann, listPasskeys)).json()).toMatchObject([{ isBackedUp: true }])
  await at.signIn(key, synced)
  expect((await portal.call(ann, listPasskeys)).json()).toMatchObject([{ isBackedUp: false }])
})

test('R2.114 G01 V6.3.1 wrong answers are limited: the eleventh is 429, the right one too', async () => {
  const { key } = await at.add(ann)
  for (let time = 0; time < 10; time += 1) {
    expect((await at.signIn(key, { isVerified: false })).statusCode).toBe(401)
  }
  const answer = await at.signIn(key)
  expect(told(answer)).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
  expect(answer.headers['retry-after']).toBe('900')
  // Its person is not locked out elsewhere.
  expect((await at.signIn(key, {}, { remoteAddress: '198.51.100.7' })).statusCode).toBe(200)
  portal.clock.advance(15 * MINUTE_MS)
  for (let time = 0; time < 12; time += 1) expect((await at.signIn(key)).statusCode).toBe(200)
})

test('R2.114 sign-ins that only begin are limited too', async () => {
  await at.begin()
  await portal.pool.query(
    `INSERT INTO throttled_attempt SELECT (jsonb_populate_record(a, '{}')).* FROM throttled_attempt AS a, generate_series(1, 999)`,
  )
  const answer = await portal.call(ANONYMOUS_PERSON, beginPasskeySignIn)
  expect([answer.statusCode, answer.json()]).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
})

test('G20 another site neither begins nor ends a sign-in', async () => {
  const { key } = await at.add(ann)
  const begun = await at.begin()
  const headers = { origin: 'https://evil.example', cookie: begun.cookie }
  const payload = { passkey: signWith(key, begun.request) }
  for (const answer of [
    await portal.call(ANONYMOUS_PERSON, beginPasskeySignIn, { headers }),
    await portal.call(ANONYMOUS_PERSON, loginByPasskey, { headers, payload }),
  ]) {
    expect([answer.statusCode, answer.json()]).toEqual([403, failure(OTHER_ORIGIN).toFailure()])
  }
})

test('a portal without a domain name says that passkeys need one', async () => {
  const bare = await testPortal({ environment: { PUBLIC_URL: 'http://192.0.2.7:3000' } })
  try {
    const answer = await bare.call(ANONYMOUS_PERSON, beginPasskeySignIn)
    expect([answer.statusCode, answer.json()]).toEqual([409, failure(PASSKEYS_UNAVAILABLE).toFailure()])
  } finally {
    await bare.close()
  }
})

test('no log contains any of the signed data', async () => {
  const { key } = await at.add(ann)
  const begun = await at.begin()
  const { response } = signWith(key, begun.request)
  await at.signIn(key, { origin: 'https://evil.example' })
  await at.send(signWith(key, begun.request), begun)
  await portal.call(ann, logout)
  for (const secret of [response.signature, response.clientDataJSON, begun.request.challenge]) {
    expect(portal.log.join()).not.toContain(secret)
  }
})
