import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tokenCalls } from '../../testing/token-calls.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { findTokenById, findTokenBySecret } from './tokens.repository.ts'
import { hashSecret } from './token-secret.ts'

const FIRM = { issuer: 'https://issuer.example', countsAsSecondFactor: false }

let portal: TestPortal
let ann: TestPerson
let token: { id: number; secret: string }
beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  ann = await portal.addPerson({ email: uniqueAddress('ann') })
  const created = await tokenCalls(portal).create(ann)
  token = { id: created.token.id, secret: created.secret }
  await portal.pool.query('DELETE FROM credential WHERE account_id = $1', [ann.accountId])
})
afterAll(() => portal.close())

/** Whether the owner may sign in, by both queries. */
async function mayOwnerSignIn(issuers: (typeof FIRM)[]): Promise<(boolean | undefined)[]> {
  const { database } = portal.world
  const rules = { factorRequired: new Set<never>(), issuers }
  const found = [
    await findTokenBySecret(database, { secretHash: hashSecret(token.secret), ...rules }),
    await findTokenById(database.kysely, { id: token.id, ...rules }),
  ]
  return found.map((row) => row?.mayOwnerSignIn)
}

test('R27.28 an owner without any way to sign in has no token', async () => {
  expect(await mayOwnerSignIn([FIRM])).toEqual([false, false])
})

test('R27.28 the token of an owner with a passkey works without a password', async () => {
  await portal.pool.query(
    `INSERT INTO passkey (account_id, credential_id, public_key, user_handle, sign_count, transports,
       may_be_backed_up, is_backed_up, name, created_at)
     VALUES ($1, $2, 'k', $2, 0, '{}', false, false, 'Phone', now())`,
    [ann.accountId, Buffer.from(ann.email)],
  )
  expect(await mayOwnerSignIn([])).toEqual([true, true])
})

test('R27.28 an issuer that is taken out of the settings ends the tokens of those who have only that', async () => {
  await portal.pool.query(
    `INSERT INTO identity (account_id, issuer, subject, given_role, given_county_ids, created_at, last_used_at)
     VALUES ($1, $2, $3, 'user', '{}', now(), now())`,
    [ann.accountId, FIRM.issuer, ann.email],
  )
  expect(await mayOwnerSignIn([FIRM])).toEqual([true, true])
  expect(await mayOwnerSignIn([{ ...FIRM, issuer: 'https://other.example' }])).toEqual([false, false])
  expect(await mayOwnerSignIn([])).toEqual([false, false])
})
