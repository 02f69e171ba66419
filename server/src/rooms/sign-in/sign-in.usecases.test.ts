import { argon2Sync, randomBytes } from 'node:crypto'
import { SIGN_IN_BUSY, getSession, login } from '@portal/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { giveCode, givePassword, nextCode, setUpSecondFactor } from '../../testing/second-factor.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'

const TODAY = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/

let portal: TestPortal
let ann: TestPerson
beforeAll(async () => {
  portal = await testPortal({ hasRealHashes: true })
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
})
afterAll(() => portal.close())

/** The password's hash from a release that needed less work. */
function cheapHash(password: string): string {
  const [salt, memory, passes] = [randomBytes(16), 8192, 1]
  const cost = { nonce: salt, memory, passes, parallelism: 1, tagLength: 32 }
  const hash = argon2Sync('argon2id', { message: Buffer.from(password), ...cost })
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${saltText}$${hashText}`
}

async function keepCheaply({ accountId, password }: TestPerson): Promise<string> {
  const hash = cheapHash(password)
  await portal.pool.query(`UPDATE credential SET password_hash = $2 WHERE account_id = $1`, [accountId, hash])
  return hash
}

type Credential = { password_hash: string; changed_at: Date; needs_proof: boolean }
async function credentialOf({ accountId }: TestPerson): Promise<Credential | undefined> {
  const { rows } = await portal.pool.query<Credential>(
    `SELECT password_hash, changed_at, needs_proof FROM credential WHERE account_id = $1`,
    [accountId],
  )
  return rows[0]
}

const signIn = async ({ email, password }: Pick<TestPerson, 'email' | 'password'>) =>
  (await portal.call(ANONYMOUS_PERSON, login, { payload: { username: email, password } })).statusCode

test('R2.62 V11.2.2 V11.4.2 a hash that costs less than today’s is renewed at sign-in; nothing else changes', async () => {
  await keepCheaply(ann)
  const before = await credentialOf(ann)
  portal.clock.advance(60_000)
  expect(await signIn(ann)).toBe(200)
  const after = await credentialOf(ann)
  expect(after?.password_hash).toMatch(TODAY)
  expect(after).toEqual({ ...before, password_hash: after?.password_hash })
  expect((await portal.call(ann, getSession)).statusCode).toBe(200)
  expect(await signIn(ann)).toBe(200)
  expect(await signIn({ ...ann, password: `${ann.password}x` })).toBe(401)
  expect(await credentialOf(ann)).toEqual(after)
})

test('a wrong password renews nothing, nor does the right one of a disabled account', async () => {
  const hash = await keepCheaply(ann)
  expect(await signIn({ ...ann, password: 'a wrong password' })).toBe(401)
  await portal.pool.query(`UPDATE account SET disabled_at = now() WHERE id = $1`, [ann.accountId])
  expect(await signIn(ann)).toBe(401)
  expect((await credentialOf(ann))?.password_hash).toBe(hash)
})

test('a hash that costs more than today’s stays', async () => {
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  await portal.pool.query(`UPDATE credential SET password_hash = $2 WHERE account_id = $1`, [
    ann.accountId,
    stored,
  ])
  expect(await signIn({ ...ann, password: 'password' })).toBe(200)
  expect((await credentialOf(ann))?.password_hash).toBe(stored)
})

test('the code still comes next, even if the sign-in waited for it before the renewal of the hash', async () => {
  const factor = await setUpSecondFactor(portal, ann)
  await keepCheaply(ann)
  const hash = vi.spyOn(portal.world.passwordHasher, 'hash').mockRejectedValueOnce(failure(SIGN_IN_BUSY))
  const before = await givePassword(portal, ann)
  hash.mockRestore()
  const renewing = await givePassword(portal, ann)
  expect((await credentialOf(ann))?.password_hash).toMatch(TODAY)
  for (const cookie of [before, renewing]) {
    expect((await giveCode(portal, { cookie, code: nextCode(portal, factor) })).statusCode).toBe(200)
    portal.clock.advance(60_000)
  }
})

test('of simultaneous sign-ins that all renew the hash, each succeeds', async () => {
  await keepCheaply(ann)
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(ann)))
  expect(answers).toEqual([200, 200, 200, 200, 200, 200])
  expect((await credentialOf(ann))?.password_hash).toMatch(TODAY)
})

test('R2.62 a password set meanwhile stays, and the old one signs no one in', async () => {
  await keepCheaply(ann)
  const { passwordHasher } = portal.world
  const { hash } = passwordHasher
  const chosen = await hash('a password chosen meanwhile')
  vi.spyOn(passwordHasher, 'hash').mockImplementationOnce(async (...given) => {
    await portal.pool.query(`UPDATE credential SET password_hash = $2 WHERE account_id = $1`, [
      ann.accountId,
      chosen,
    ])
    return hash(...given)
  })
  expect(await signIn(ann)).toBe(401)
  expect((await credentialOf(ann))?.password_hash).toBe(chosen)
  expect(await signIn({ ...ann, password: 'a password chosen meanwhile' })).toBe(200)
})

test('R2.62 a sign-in succeeds if its hash cannot be renewed, and the next one renews it', async () => {
  const cheap = await keepCheaply(ann)
  vi.spyOn(portal.world.passwordHasher, 'hash').mockRejectedValueOnce(failure(SIGN_IN_BUSY))
  expect(await signIn(ann)).toBe(200)
  expect((await credentialOf(ann))?.password_hash).toBe(cheap)
  expect(await signIn(ann)).toBe(200)
  expect((await credentialOf(ann))?.password_hash).toMatch(TODAY)
})
