import { beginPasskeyProof, PASSKEY_REFUSED, proveIdentity } from '@portal/contract/account/account.ts'
import { OTHER_ORIGIN, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { beginPasskey, removePasskey } from '@portal/contract/sign-in/passkeys.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { signWith, type HeldKey } from '../../../testing/authenticator.ts'
import { mailsTo } from '../../../testing/mailbox.ts'
import { passkeyCalls } from '../../../testing/passkey-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'

const PROOF_LIFETIME_MS = 10 * MINUTE_MS
let portal: TestPortal
let at: ReturnType<typeof passkeyCalls>
let ann: TestPerson
let bob: TestPerson
let key: HeldKey
let id: number
beforeAll(async () => {
  portal = await testPortal()
  at = passkeyCalls(portal)
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
  bob = await portal.addPerson({ email: uniqueAddress('bob') })
  const added = await at.add(ann)
  ;({ key } = added)
  ;({ id } = added.passkey)
})
afterAll(() => portal.close())

const REFUSED = [403, failure(PASSKEY_REFUSED).toFailure()]
/** Whether a call that needs a proof is accepted. */
const isLetIn = async (person: TestPerson) => (await portal.call(person, beginPasskey)).statusCode === 200

test('R2.117 V7.5.1 a passkey proves identity in this session and in no other', async () => {
  const elsewhere = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  portal.clock.advance(PROOF_LIFETIME_MS)
  expect(await isLetIn(ann)).toBe(false)
  expect((await at.prove(ann, key)).json()).toEqual({ success: true })
  expect([await isLetIn(ann), await isLetIn(elsewhere)]).toEqual([true, false])
  const { rows } = await portal.pool.query(
    `SELECT actor_name, after FROM audit_record WHERE action = 'identity.proven' AND account_id = $1`,
    [ann.accountId],
  )
  expect(rows).toEqual([{ actor_name: ann.email, after: { by: 'passkey' } }])
})

test('only a person with a passkey is asked for one, and for one of theirs', async () => {
  const request = await at.beginProof(ann)
  expect(request.allowCredentials).toEqual([
    { type: 'public-key', id: key.id.toString('base64url'), transports: ['internal'] },
  ])
  expect((await portal.call(bob, beginPasskeyProof)).json()).toEqual({ request: null })
})

test('R2.117 V6.6.2 another person’s passkey proves nothing, nor does an answer for another session', async () => {
  const { key: ofBob } = await at.add(bob)
  portal.clock.advance(PROOF_LIFETIME_MS)
  const elsewhere = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  const answers = [
    await at.prove(ann, ofBob),
    await portal.call(ann, proveIdentity, {
      payload: { passkey: signWith(key, await at.beginProof(elsewhere)) },
    }),
    await portal.call(ann, proveIdentity, {
      payload: { passkey: signWith(key, (await at.begin()).request) },
    }),
  ]
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual(REFUSED)
  expect(await isLetIn(ann)).toBe(false)
})

test.each([
  ['of another page', { origin: 'https://evil.example' }],
  ['for another portal', { rpId: 'evil.example' }],
  ['without a finger on the device', { isVerified: false }],
])('a passkey %s proves nothing', async (_what, lie) => {
  portal.clock.advance(PROOF_LIFETIME_MS)
  const answer = await at.prove(ann, key, lie)
  expect([answer.statusCode, answer.json()]).toEqual(REFUSED)
  expect(await isLetIn(ann)).toBe(false)
})

test('R2.112 a challenge proves once, for five minutes, and not after its key is removed', async () => {
  const used = signWith(key, await at.beginProof(ann))
  const prove = (passkey: object) => portal.call(ann, proveIdentity, { payload: { passkey } })
  expect([(await prove(used)).statusCode, (await prove(used)).statusCode]).toEqual([200, 403])
  const late = signWith(key, await at.beginProof(ann))
  portal.clock.advance(5 * MINUTE_MS)
  expect((await prove(late)).statusCode).toBe(403)
  const removed = signWith(key, await at.beginProof(ann))
  await portal.call(ann, removePasskey, { params: { id } })
  expect((await prove(removed)).statusCode).toBe(403)
})

test('R2.113 a copied key proves nothing, is recorded, and reported to its owner by e-mail', async () => {
  await portal.pool.query('UPDATE passkey SET sign_count = 9 WHERE id = $1', [id])
  expect((await at.prove(ann, key, { signCount: 9 })).statusCode).toBe(403)
  const { rows } = await portal.pool.query(
    `SELECT actor_name FROM audit_record WHERE action = 'passkey.found_copied' AND subject_id = $1`,
    [ann.accountId],
  )
  expect(rows).toEqual([{ actor_name: ann.email }])
  const texts = (await mailsTo(portal, ann.email)).map(({ text = '' }) => text)
  expect(texts.filter((text) => text.includes('because someone else may have a copy of it'))).toHaveLength(1)
})

test('V2.4.1 at most a hundred challenges begin in a quarter of an hour, from any number of networks', async () => {
  for (let time = 1; time < 100; time += 1) await at.beginProof(ann)
  const network = { remoteAddress: '203.0.113.9' }
  const statuses = [
    (await portal.call(ann, beginPasskeyProof, network)).statusCode,
    (await portal.call(ann, beginPasskeyProof)).statusCode,
    (await portal.call(ann, beginPasskey)).statusCode,
  ]
  expect(statuses).toEqual([429, 429, 429])
})

test('R2.114 G01 V6.3.1 wrong answers count with failed sign-ins', async () => {
  for (let time = 0; time < 5; time += 1) {
    expect((await at.prove(ann, key, { isVerified: false })).statusCode).toBe(403)
    expect((await at.signIn(key, { isVerified: false })).statusCode).toBe(401)
  }
  const answer = await at.prove(ann, key)
  expect([answer.statusCode, answer.json()]).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
})

test('G20 another site proves nothing', async () => {
  const passkey = signWith(key, await at.beginProof(ann))
  const headers = { origin: 'https://evil.example' }
  for (const answer of [
    await portal.call(ann, beginPasskeyProof, { headers }),
    await portal.call(ann, proveIdentity, { headers, payload: { passkey } }),
  ]) {
    expect([answer.statusCode, answer.json()]).toEqual([403, failure(OTHER_ORIGIN).toFailure()])
  }
})
