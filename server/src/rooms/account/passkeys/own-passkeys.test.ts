import { NAME_NOT_PLAIN, NAME_TOO_LONG } from '@portal/contract/plain-name.ts'
import { OTHER_ORIGIN, PROOF_REQUIRED } from '@portal/contract/common-errors.ts'
import { MAX_PASSKEYS } from '@portal/contract/limits.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  PASSKEY_NOT_ADDED,
  PASSKEY_NOT_FOUND,
  removePasskey,
  renamePasskey,
  TOO_MANY_PASSKEYS,
  type Passkey,
} from '@portal/contract/sign-in/passkeys.ts'
import {
  PASSKEY_INCOMPLETE,
  PASSKEYS_UNAVAILABLE,
  type PasskeyAttestation,
} from '@portal/contract/sign-in/webauthn.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { createPasskey } from '../../../testing/authenticator.ts'
import { passkeyCalls } from '../../../testing/passkey-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
let portal: TestPortal
let at: ReturnType<typeof passkeyCalls>
let ann: TestPerson
let bob: TestPerson
beforeAll(async () => {
  portal = await testPortal()
  at = passkeyCalls(portal)
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
  bob = await portal.addPerson({ email: uniqueAddress('bob') })
})
afterAll(() => portal.close())

const list = async (person: TestPerson) => (await portal.call(person, listPasskeys)).json<Passkey[]>()
const send = (person: TestPerson, passkey: PasskeyAttestation, more: object = {}) =>
  portal.call(person, addPasskey, { payload: { name: 'Laptop', passkey }, ...more })
const recordsOf = async (action: string) =>
  (
    await portal.pool.query(
      `SELECT actor_name, subject_id, before, after FROM audit_record
       WHERE action = $1 AND subject_id = $2 ORDER BY id`,
      [action, ann.accountId],
    )
  ).rows

test('R2.115 V6.3.3 a passkey is added with a name, listed to its person alone, and recorded', async () => {
  portal.clock.advance(MINUTE_MS)
  const { passkey } = await at.add(ann, '  My  laptop ')
  const added = portal.clock.now().toISOString()
  const expected = { id: expect.any(Number), name: 'My laptop', added, lastUsed: null, isBackedUp: false }
  expect(passkey).toEqual(expected)
  expect([await list(ann), await list(bob)]).toEqual([[passkey], []])
  expect(await recordsOf('passkey.added')).toEqual([
    {
      actor_name: ann.email,
      subject_id: String(ann.accountId),
      before: null,
      after: { passkeyId: passkey.id, name: 'My laptop' },
    },
  ])
})

test('a browser is asked for a key that it finds by itself and uses for its person alone, and not for one that it has', async () => {
  const options = await at.options(ann)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'County Document Portal' },
    user: { name: ann.email, displayName: ann.email },
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    excludeCredentials: [],
  })
  expect(options.challenge).toMatch(/^[\w-]{43}$/)
  const { attestation } = await at.add(ann)
  const again = await at.options(ann)
  expect(again.excludeCredentials).toEqual([
    { type: 'public-key', id: attestation.id, transports: ['internal'] },
  ])
  expect(again.user.id).toBe(options.user.id)
  expect((await at.options(bob)).user.id).not.toBe(options.user.id)
})

test('R2.115 without a name it gets that of the browser', async () => {
  const { attestation } = createPasskey(await at.options(ann))
  const payload = { name: ' ', passkey: attestation }
  await portal.call(ann, addPasskey, { payload, headers: { 'user-agent': FIREFOX } })
  expect(await list(ann)).toMatchObject([{ name: 'Firefox on Windows' }])
})

test.each([
  ['of another page', { origin: 'https://evil.example' }],
  ['for another portal', { rpId: 'evil.example' }],
  ['without a finger on the device', { isVerified: false }],
  ['that is no new key', { type: 'webauthn.get' }],
  ['for a challenge that nobody gave', { challenge: 'A'.repeat(43) }],
])('V6.3.3 a passkey %s is not added', async (_what, lie) => {
  const { attestation } = createPasskey(await at.options(ann), lie)
  const answer = await send(ann, attestation)
  expect([answer.statusCode, answer.json()]).toEqual([400, failure(PASSKEY_NOT_ADDED).toFailure()])
  expect(await list(ann)).toEqual([])
})

test('a passkey with certificates is not added: what they name would be fetched', async () => {
  const content = [
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', [[0, Buffer.alloc(10)]]],
  ] as const
  const statement = { format: 'packed', content }
  const { attestation } = createPasskey(await at.options(ann), { statement })
  expect((await send(ann, attestation)).statusCode).toBe(400)
  const other = { format: 'apple', content: [] }
  expect(
    (await send(ann, createPasskey(await at.options(ann), { statement: other }).attestation)).statusCode,
  ).toBe(400)
})

test('R2.112 V6.5.1 what a key was asked for by counts once, for five minutes, for that, and in its own session', async () => {
  const first = createPasskey(await at.options(ann)).attestation
  expect((await send(ann, first)).statusCode).toBe(200)
  expect((await send(ann, first)).statusCode).toBe(400)

  const { challenge } = await at.beginProof(ann)
  const forAnother = createPasskey(await at.options(ann), { challenge }).attestation
  expect((await send(ann, forAnother)).statusCode).toBe(400)

  const late = createPasskey(await at.options(ann)).attestation
  portal.clock.advance(5 * MINUTE_MS)
  expect((await send(ann, late)).statusCode).toBe(400)

  const ofBob = createPasskey(await at.options(bob)).attestation
  expect((await send(ann, ofBob)).statusCode).toBe(400)
  const elsewhere = { ...ann, cookie: await portal.signIn(ann.email, ann.password) }
  const ofElsewhere = createPasskey(await at.options(elsewhere)).attestation
  expect((await send(ann, ofElsewhere)).statusCode).toBe(400)
  expect(await list(ann)).toHaveLength(1)
})

test('a key that somebody else has is not added', async () => {
  const { passkey } = await at.add(ann)
  const options = await at.options(bob)
  const { attestation, key } = createPasskey(options)
  await portal.pool.query('UPDATE passkey SET credential_id = $1 WHERE id = $2', [key.id, passkey.id])
  const answer = await send(bob, attestation)
  expect([answer.statusCode, answer.json()]).toEqual([400, failure(PASSKEY_NOT_ADDED).toFailure()])
})

test('R2.115 nobody has more than twenty', async () => {
  await at.add(ann)
  const pending = createPasskey(await at.options(ann)).attestation
  await portal.pool.query(
    `INSERT INTO passkey (account_id, credential_id, public_key, user_handle, sign_count, transports,
       may_be_backed_up, is_backed_up, name, created_at)
     SELECT account_id, decode(lpad(to_hex(n), 8, '0'), 'hex'), public_key, user_handle, 0, transports, false, false, name, created_at
     FROM passkey, generate_series(2, $1::integer) AS n WHERE account_id = $2`,
    [MAX_PASSKEYS, ann.accountId],
  )
  for (const answer of [await portal.call(ann, beginPasskey), await send(ann, pending)]) {
    expect([answer.statusCode, answer.json()]).toEqual([409, failure(TOO_MANY_PASSKEYS).toFailure()])
  }
})

test('R2.115 a passkey is renamed and removed by its person, and both are recorded', async () => {
  const { passkey, key } = await at.add(ann)
  const params = { id: passkey.id }
  const renamed = await portal.call(ann, renamePasskey, { params, payload: { name: 'Key ring' } })
  expect(renamed.json()).toMatchObject({ success: true, passkey: { ...passkey, name: 'Key ring' } })
  const removed = await portal.call(ann, removePasskey, { params })
  expect([removed.statusCode, await list(ann)]).toEqual([200, []])
  expect((await at.signIn(key)).statusCode).toBe(401)
  expect(await recordsOf('passkey.renamed')).toMatchObject([
    { before: { passkeyId: passkey.id, name: 'Laptop' }, after: { passkeyId: passkey.id, name: 'Key ring' } },
  ])
  expect(await recordsOf('passkey.removed')).toMatchObject([
    { actor_name: ann.email, before: { passkeyId: passkey.id, name: 'Key ring' } },
  ])
})

test.each([
  ['two\nlines', NAME_NOT_PLAIN],
  ['x'.repeat(101), NAME_TOO_LONG],
])('what is no name is refused: %j', async (name, refusal) => {
  const { passkey } = await at.add(ann)
  const renamed = await portal.call(ann, renamePasskey, { params: { id: passkey.id }, payload: { name } })
  const { attestation } = createPasskey(await at.options(ann))
  const added = await portal.call(ann, addPasskey, { payload: { name, passkey: attestation } })
  for (const answer of [renamed, added]) {
    expect([answer.statusCode, answer.json()]).toEqual([400, failure(refusal).toFailure()])
  }
  expect(await list(ann)).toEqual([passkey])
})

test('V8.2.2 the passkey of somebody else is answered exactly as one that does not exist, and goes on working', async () => {
  const { passkey, key } = await at.add(bob)
  for (const call of [renamePasskey, removePasskey]) {
    const payload = { name: 'Mine' }
    const [theirs, none] = [
      await portal.call(ann, call, { params: { id: passkey.id }, payload }),
      await portal.call(ann, call, { params: { id: 2_000_000_000 }, payload }),
    ]
    expect([theirs.statusCode, theirs.json()]).toEqual([404, failure(PASSKEY_NOT_FOUND).toFailure()])
    expect(theirs.body).toBe(none.body)
  }
  expect(await list(bob)).toEqual([passkey])
  expect((await at.signIn(key)).statusCode).toBe(200)
})

test('R2.115 V7.5.1 a passkey is added and removed only by who has just proved who they are', async () => {
  const { passkey } = await at.add(ann)
  const { attestation } = createPasskey(await at.options(ann))
  portal.clock.advance(10 * MINUTE_MS)
  const answers = [
    await portal.call(ann, beginPasskey),
    await send(ann, attestation),
    await portal.call(ann, removePasskey, { params: { id: passkey.id } }),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([403, failure(PROOF_REQUIRED).toFailure()])
  }
  expect(await list(ann)).toEqual([passkey])
})

test('G20 another site adds, renames and removes nothing', async () => {
  const { passkey } = await at.add(ann)
  const headers = { origin: 'https://evil.example' }
  const params = { id: passkey.id }
  const { attestation } = createPasskey(await at.options(ann))
  const answers = [
    await portal.call(ann, beginPasskey, { headers }),
    await send(ann, attestation, { headers }),
    await portal.call(ann, renamePasskey, { params, payload: { name: 'x' }, headers }),
    await portal.call(ann, removePasskey, { params, headers }),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([403, failure(OTHER_ORIGIN).toFailure()])
  }
  expect(await list(ann)).toEqual([passkey])
})

test.each([
  undefined,
  null,
  'x',
  {},
  { id: 'A', rawId: 'A', type: 'password', response: {} },
  { id: 'A', rawId: 'A', type: 'public-key' },
  { id: 'A B', rawId: 'A B', type: 'public-key', response: { clientDataJSON: 'A', attestationObject: 'A' } },
])('what is no passkey is told so: %j', async (passkey) => {
  const answer = await portal.call(ann, addPasskey, { payload: { name: 'Laptop', passkey } })
  expect([answer.statusCode, answer.json()]).toEqual([400, failure(PASSKEY_INCOMPLETE).toFailure()])
})

test('R2.116 a portal without a name of its own says that passkeys need one', async () => {
  const bare = await testPortal({ environment: { PUBLIC_URL: 'http://192.0.2.7:3000' } })
  try {
    const person = await bare.addPerson({ email: 'ann@reeves.example' })
    const answer = await bare.call(person, beginPasskey)
    expect([answer.statusCode, answer.json()]).toEqual([409, failure(PASSKEYS_UNAVAILABLE).toFailure()])
    expect((await bare.call(person, listPasskeys)).json()).toEqual([])
  } finally {
    await bare.close()
  }
})
