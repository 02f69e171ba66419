import {
  createToken,
  listAllTokens,
  listTokens,
  MAX_TOKENS,
  revokeAnyToken,
  revokeToken,
  TOKEN_COUNTY_INVALID,
  TOKEN_DAYS_INVALID,
  TOKEN_LABEL_REQUIRED,
  TOKEN_NETWORK_INVALID,
  TOKEN_NOT_FOUND,
  TOO_MANY_TOKENS,
  type ApiToken,
} from '@portal/contract/account/tokens.ts'
import { PROOF_REQUIRED, TOO_MANY_ATTEMPTS } from '@portal/contract/common-errors.ts'
import { listUploads } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { failure } from '../../../engines/http/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../../engines/throttle/throttle.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tokenCalls } from '../../../testing/token-calls.ts'
import { TWO_COUNTIES } from '../../../testing/two-counties.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'

let portal: TestPortal<typeof TWO_COUNTIES>
let at: ReturnType<typeof tokenCalls>
let ann: TestPerson
let bob: TestPerson
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  at = tokenCalls(portal)
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann'), countyId: portal.counties.loving })
  bob = await portal.addPerson({ email: uniqueAddress('bob'), countyId: portal.counties.loving })
})
afterAll(() => portal.close())

const list = async (person: TestPerson) => (await portal.call(person, listTokens)).json<ApiToken[]>()
const recordsOf = async (action: string, { accountId }: TestPerson) =>
  (
    await portal.pool.query(
      `SELECT actor_kind, actor_name, before, after FROM audit_record WHERE action = $1 AND subject_id = $2 ORDER BY id`,
      [action, accountId],
    )
  ).rows
const refusalOf = async (wanted: Parameters<typeof at.ask>[1]) => {
  const answer = await at.ask(ann, wanted)
  return [answer.statusCode, answer.json()]
}

test('R27.1 a token is shown once, listed to its owner alone, mailed and recorded without its secret', async () => {
  const { token, secret } = await at.create(ann, {
    label: '  Nightly   import ',
    rights: 'read and write',
    countyIds: [portal.counties.loving],
    networks: ['192.0.2.7', '198.51.100.9/24', '2001:db8::1/48'],
  })
  expect(secret).toMatch(/^cdp_[\w-]{43}$/)
  const created = portal.clock.now()
  expect(token).toEqual({
    id: expect.any(Number),
    label: 'Nightly import',
    ending: secret.slice(-4),
    rights: 'read and write',
    counties: ['Loving'],
    networks: expect.arrayContaining(['192.0.2.7/32', '198.51.100.0/24', '2001:db8::/48']),
    created: created.toISOString(),
    expires: new Date(created.getTime() + 30 * DAY_MS).toISOString(),
    lastUsed: null,
    lastUsedFrom: null,
  })
  expect([await list(ann), await list(bob)]).toEqual([[token], []])
  expect(await recordsOf('token.created', ann)).toMatchObject([
    {
      actor_name: ann.email,
      after: { tokenId: token.id, label: 'Nightly import', rights: 'read and write' },
    },
  ])
  const { rows: mails } = await portal.pool.query(
    `SELECT facts FROM mail_outbox WHERE recipient = $1 AND kind = 'sign-in-change'`,
    [ann.email],
  )
  expect(mails).toMatchObject([{ facts: { change: 'token-created', by: null } }])
})

test('R27.2 the database has a hash of the secret, and neither the log nor the audit record has the secret', async () => {
  const { secret } = await at.create(ann)
  expect((await at.call(secret, listUploads)).statusCode).toBe(200)
  const { rows } = await portal.pool.query<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM api_token AS t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%')
       OR EXISTS (SELECT FROM audit_record AS r WHERE to_jsonb(r)::text LIKE '%' || $1 || '%')
       OR EXISTS (SELECT FROM mail_outbox AS m WHERE to_jsonb(m)::text LIKE '%' || $1 || '%') AS has`,
    [secret.slice('cdp_'.length)],
  )
  expect(rows).toEqual([{ has: false }])
  expect(portal.log.filter((line) => line.includes(secret.slice('cdp_'.length)))).toEqual([])
})

test('R27.3 a token has a label, 1 to 366 days, counties of its owner and valid networks', async () => {
  expect(await refusalOf({ label: ' ' })).toEqual([400, failure(TOKEN_LABEL_REQUIRED).toFailure()])
  for (const expiresInDays of [0, 367, 1.5]) {
    expect(await refusalOf({ expiresInDays })).toEqual([400, failure(TOKEN_DAYS_INVALID).toFailure()])
  }
  for (const countyIds of [[], [portal.counties.winkler], [2_000_000_000]]) {
    expect(await refusalOf({ countyIds })).toEqual([400, failure(TOKEN_COUNTY_INVALID).toFailure()])
  }
  for (const networks of [
    ['office'],
    ['192.0.2.0/33'],
    ['fe80::1%eth0'],
    ['fe80::%1/64'],
    Array.from({ length: 21 }, () => '192.0.2.7'),
  ]) {
    expect(await refusalOf({ networks })).toEqual([400, failure(TOKEN_NETWORK_INVALID).toFailure()])
  }
  expect(await list(ann)).toEqual([])
  expect((await at.ask(ann, { expiresInDays: 366 })).statusCode).toBe(200)
})

test('R27.3 a token needs a fresh proof of identity, and nobody has more than 20 or asks more than 60 times an hour', async () => {
  for (let count = 0; count < MAX_TOKENS; count += 1) await at.create(ann)
  const full = await at.ask(ann)
  expect([full.statusCode, full.json()]).toEqual([409, failure(TOO_MANY_TOKENS).toFailure()])
  const [{ id } = { id: 0 }] = await list(ann)
  await portal.call(ann, revokeToken, { params: { id } })
  await at.create(ann)
  for (let count = 0; count < 60 - MAX_TOKENS - 2; count += 1) await at.ask(ann)
  const often = await at.ask(ann)
  expect([often.statusCode, often.json()]).toEqual([429, failure(TOO_MANY_ATTEMPTS).toFailure()])
  portal.clock.advance(10 * MINUTE_MS)
  const late = await at.ask(ann)
  expect([late.statusCode, late.json()]).toEqual([403, failure(PROOF_REQUIRED).toFailure()])
})

test('R27.15 people revoke their own tokens, once, with a record; the tokens of others do not exist', async () => {
  const { token, secret } = await at.create(ann)
  const theirs = await portal.call(bob, revokeToken, { params: { id: token.id } })
  expect([theirs.statusCode, theirs.json()]).toEqual([404, failure(TOKEN_NOT_FOUND).toFailure()])
  expect((await at.call(secret, listUploads)).statusCode).toBe(200)
  expect((await portal.call(ann, revokeToken, { params: { id: token.id } })).statusCode).toBe(200)
  expect((await at.call(secret, listUploads)).statusCode).toBe(401)
  expect((await portal.call(ann, revokeToken, { params: { id: token.id } })).statusCode).toBe(404)
  expect(await list(ann)).toEqual([])
  expect(await recordsOf('token.revoked', ann)).toMatchObject([
    { actor_name: ann.email, before: { tokenId: token.id, label: 'Nightly import' } },
  ])
})

test('R27.16 administrators list the tokens of everyone page by page, and revoke any of them', async () => {
  const administrator = await portal.addPerson({ email: uniqueAddress('admin'), role: 'administrator' })
  const clerk = await portal.addPerson({ email: uniqueAddress('clerk'), countyId: portal.counties.winkler })
  const { token, secret } = await at.create(ann)
  for (let count = 0; count < 18; count += 1)
    for (const person of [clerk, bob, administrator]) await at.create(person)
  const seen: string[] = []
  let before: number | undefined
  do {
    const page = await portal.call(administrator, listAllTokens, { query: { before: before ?? undefined } })
    const { tokens, next } = page.json<{ tokens: (ApiToken & { owner: string })[]; next: number | null }>()
    expect(tokens.length).toBeLessThanOrEqual(50)
    seen.push(...tokens.map(({ owner, id }) => `${owner} ${id}`))
    before = next ?? undefined
  } while (before !== undefined)
  expect(seen).toContain(`${ann.email} ${token.id}`)
  expect(new Set(seen).size).toBe(seen.length)
  expect((await portal.call(clerk, listAllTokens)).statusCode).toBe(403)
  expect((await portal.call(clerk, revokeAnyToken, { params: { id: token.id } })).statusCode).toBe(403)
  expect((await portal.call(administrator, revokeAnyToken, { params: { id: token.id } })).statusCode).toBe(
    200,
  )
  expect((await at.call(secret, listUploads)).statusCode).toBe(401)
  expect(await recordsOf('token.revoked', ann)).toMatchObject([{ actor_name: administrator.email }])
})

test('R27.10 a token creates no token', async () => {
  const { secret } = await at.create(ann, { rights: 'read and write' })
  const payload = { label: 'Another', rights: 'read', expiresInDays: 1 }
  expect((await at.call(secret, createToken, { payload })).statusCode).toBe(403)
})
