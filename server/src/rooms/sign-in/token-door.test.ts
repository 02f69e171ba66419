import { TOKEN_REFUSED } from '@portal/contract/access/token-errors.ts'
import { revokeToken } from '@portal/contract/account/tokens.ts'
import { SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import { downloadUpload, listUploads, uploadFile } from '@portal/contract/files/files.ts'
import { UPLOAD_OTHER_COUNTY } from '@portal/contract/files/upload-errors.ts'
import { changePerson } from '@portal/contract/people/person-acts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Request } from '../../engines/http/app-types.ts'
import { failure } from '../../engines/http/errors.ts'
import { DAY_MS, HOUR_MS } from '../../engines/throttle/throttle.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import type { PersonContext } from '../../records/context.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tokenCalls } from '../../testing/token-calls.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { uploadForm } from '../../testing/upload-form.ts'
import { createDoor } from './door.ts'

const WRITES = { rights: 'read and write' } as const

let portal: TestPortal<typeof TWO_COUNTIES>
let at: ReturnType<typeof tokenCalls>
let ann: TestPerson
let admin: TestPerson
beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  at = tokenCalls(portal)
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM throttled_attempt')
  ann = await portal.addPerson({ email: uniqueAddress('ann'), countyId: portal.counties.loving })
  admin = await portal.addPerson({ email: uniqueAddress('admin'), role: 'administrator' })
})
afterAll(() => portal.close())

type Answer = Awaited<ReturnType<typeof at.call>>
const resultOf = ({ statusCode, json }: Answer) => [statusCode, json()]
const idsIn = (answer: Answer) =>
  answer.json<{ files: { FileID: number }[] }>().files.map(({ FileID }) => FileID)
const newPdf = (countyId?: number) =>
  uploadForm({
    fileName: 'rendition.pdf',
    bytes: SAMPLE_FILES.pdf,
    categoryId: 1,
    typeId: 1,
    ...(countyId !== undefined && { countyId }),
  })
const refusalsOf = async ({ accountId }: TestPerson) =>
  (
    await portal.pool.query(
      `SELECT actor_name, came_from, after FROM audit_record WHERE action = 'token.refused' AND subject_id = $1 ORDER BY id`,
      [accountId],
    )
  ).rows

test('R27.4 a call with a token needs no cookie and sees what its owner sees', async () => {
  const id = await storeDocument(portal, ann)
  const other = await storeDocument(portal, portal.people.neighbor)
  const { secret } = await at.create(ann)
  const listed = idsIn(await at.call(secret, listUploads))
  expect(listed).toContain(id)
  expect(listed).not.toContain(other)
  expect((await at.call(secret, downloadUpload, { params: { fileId: id } })).statusCode).toBe(200)
  expect((await at.call(secret, downloadUpload, { params: { fileId: other } })).statusCode).toBe(404)
})

test('R27.5 an unknown, expired or revoked token, and one of a disabled owner, get the same 401', async () => {
  const refused = [401, failure(TOKEN_REFUSED).toFailure()]
  const unknown = await at.call(`cdp_${'x'.repeat(43)}`, listUploads)
  expect(resultOf(unknown)).toEqual(refused)
  expect(unknown.headers['www-authenticate']).toBe('Bearer')
  const { secret, token } = await at.create(ann, { expiresInDays: 1 })
  await portal.pool.query('UPDATE account SET disabled_at = now() WHERE id = $1', [ann.accountId])
  expect(resultOf(await at.call(secret, listUploads))).toEqual(refused)
  await portal.pool.query('UPDATE account SET disabled_at = NULL WHERE id = $1', [ann.accountId])
  expect((await at.call(secret, listUploads)).statusCode).toBe(200)
  portal.clock.advance(DAY_MS - 1)
  expect((await at.call(secret, listUploads)).statusCode).toBe(200)
  portal.clock.advance(1)
  expect(resultOf(await at.call(secret, listUploads))).toEqual(refused)
  ann.cookie = await portal.signIn(ann.email, ann.password)
  const second = await at.create(ann)
  await portal.call(ann, revokeToken, { params: { id: second.token.id } })
  expect(resultOf(await at.call(second.secret, listUploads))).toEqual(refused)
  expect(await refusalsOf(ann)).toMatchObject([
    { after: { tokenId: token.id, problem: 'owner' } },
    { after: { tokenId: token.id, problem: 'expired' } },
    { after: { tokenId: second.token.id, problem: 'revoked' } },
  ])
})

test('R27.5 a token counts before a cookie, and what is no token of the portal does not count', async () => {
  const headers = { authorization: `Bearer cdp_${'x'.repeat(43)}` }
  expect((await portal.call(ann, listUploads, { headers })).statusCode).toBe(401)
  for (const authorization of ['Bearer eyJhbGciOi', 'Basic Y2RwXzp4', 'cdp_x']) {
    expect((await portal.call(ann, listUploads, { headers: { authorization } })).statusCode).toBe(200)
    const anonymous = await portal.call(ANONYMOUS_PERSON, listUploads, { headers: { authorization } })
    expect(resultOf(anonymous)).toEqual([401, failure(SIGN_IN_FIRST).toFailure()])
  }
})

test('R27.6 a token works from its networks only, and never behind a proxy that is not trusted', async () => {
  const { secret, token } = await at.create(ann, { networks: ['192.0.2.0/24', '2001:db8::/48'] })
  const from = async (remoteAddress: string, headers = {}) =>
    (await at.call(secret, listUploads, { remoteAddress, headers })).statusCode
  expect(await from('192.0.2.77')).toBe(200)
  expect(await from('::ffff:192.0.2.77')).toBe(200)
  expect(await from('2001:db8:0:1::7')).toBe(200)
  expect(await from('198.51.100.1')).toBe(401)
  expect(await from('198.51.100.1')).toBe(401)
  expect(await from('192.0.2.77', { 'x-forwarded-for': '192.0.2.78' })).toBe(401)
  // Once in an hour for each token, reason and network.
  expect(await refusalsOf(ann)).toEqual([
    {
      actor_name: 'anonymous',
      came_from: '198.51.100.1',
      after: { tokenId: token.id, label: 'Nightly import', problem: 'network' },
    },
    expect.objectContaining({ came_from: '192.0.2.77' }),
  ])
  portal.clock.advance(HOUR_MS)
  expect(await from('198.51.100.1')).toBe(401)
  expect(await refusalsOf(ann)).toHaveLength(3)
})

test('R27.7 a token sees the counties that it and its owner have in common, as they are now', async () => {
  const { loving, winkler } = portal.counties
  const both = await portal.addPerson({ email: uniqueAddress('both'), countyIds: [loving, winkler] })
  const inLoving = await storeDocument(portal, both, { countyId: loving })
  const inWinkler = await storeDocument(portal, both, { countyId: winkler })
  const all = await at.create(both)
  const one = await at.create(both, { ...WRITES, countyIds: [winkler] })
  const ofAdmin = await at.create(admin, { countyIds: [winkler] })
  expect(idsIn(await at.call(all.secret, listUploads))).toEqual(expect.arrayContaining([inLoving, inWinkler]))
  for (const { secret } of [one, ofAdmin]) {
    const listed = idsIn(await at.call(secret, listUploads))
    expect(listed).toContain(inWinkler)
    expect(listed).not.toContain(inLoving)
    expect((await at.call(secret, downloadUpload, { params: { fileId: inLoving } })).statusCode).toBe(404)
  }
  const elsewhere = await at.call(one.secret, uploadFile, newPdf(loving))
  expect(resultOf(elsewhere)).toEqual([403, failure(UPLOAD_OTHER_COUNTY).toFailure()])
  // The chosen county of the owner is not one of the token.
  expect((await at.call(one.secret, uploadFile, newPdf())).statusCode).toBe(403)
  expect((await at.call(one.secret, uploadFile, newPdf(winkler))).statusCode).toBe(200)
  const payload = { role: 'user', countyIds: [loving] }
  expect(
    (await portal.call(admin, changePerson, { params: { userId: both.accountId }, payload })).statusCode,
  ).toBe(200)
  expect(idsIn(await at.call(all.secret, listUploads))).not.toContain(inWinkler)
  expect(resultOf(await at.call(one.secret, listUploads))).toEqual([401, failure(TOKEN_REFUSED).toFailure()])
})

test('R27.8 a role that must use a second factor has no token without one', async () => {
  const strict = await testPortal({ environment: { SECOND_FACTOR_REQUIRED: 'staff' } })
  try {
    const calls = tokenCalls(strict)
    const person = await strict.addPerson({ role: 'user' })
    const { secret } = await calls.create(person)
    expect((await calls.call(secret, listUploads)).statusCode).toBe(200)
    await strict.pool.query(`UPDATE account SET role = 'staff' WHERE id = $1`, [person.accountId])
    expect((await calls.call(secret, listUploads)).statusCode).toBe(401)
  } finally {
    await strict.close()
  }
})

test('R27.9 unknown tokens are only logged, ten times an hour for a network', async () => {
  const before = portal.log.length
  for (let count = 0; count < 12; count += 1) {
    await at.call(`cdp_${'y'.repeat(43)}`, listUploads, { remoteAddress: '203.0.113.9' })
  }
  const warned = portal.log.slice(before).filter((line) => line.includes('An unknown API token was refused.'))
  expect(warned).toHaveLength(10)
})

test('R27.15 work that began with a token ends when it is revoked', async () => {
  const { secret, token } = await at.create(ann)
  const headers = { authorization: `Bearer ${secret}` }
  const asked = { headers, callerAddress: '127.0.0.1', isOfProxy: false, id: 'a' } as unknown as Request
  const context = (await createDoor(portal.world)(asked, listUploads)) as PersonContext
  const reload = () => reloadActor(portal.world.database.kysely, { context })
  expect(await reload()).toMatchObject({ accountId: ann.accountId, counties: [portal.counties.loving] })
  await portal.call(ann, revokeToken, { params: { id: token.id } })
  await expect(reload()).rejects.toMatchObject({ code: TOKEN_REFUSED.code })
})
