import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  TOKEN_NOT_ALLOWED,
  TOKEN_OF_COUNTIES,
  TOKEN_ONLY_READS,
} from '@portal/contract/access/token-errors.ts'
import { isOpenToTokens } from '@portal/contract/access/token-calls.ts'
import { listTokens, type ApiToken } from '@portal/contract/account/tokens.ts'
import { ROOMS } from '@portal/contract/every-call.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { findTwins } from '@portal/contract/files/duplicates.ts'
import { deleteUpload, downloadUpload, listUploads, uploadFile } from '@portal/contract/files/files.ts'
import { listHistory, type ActivityEvent } from '@portal/contract/history/history.ts'
import { getDocumentHistory, type DocumentEvent } from '@portal/contract/history/document-history.ts'
import { listPeople } from '@portal/contract/people/people.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { listReceipts, listReceiptsOfFile } from '@portal/contract/receipts/receipts.ts'
import { searchAll } from '@portal/contract/search/search.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failure } from '../../engines/http/errors.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tokenCalls } from '../../testing/token-calls.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { uniqueAddress } from '../../testing/unique-address.ts'
import { uploadForm } from '../../testing/upload-form.ts'

const WRITES = { rights: 'read and write' } as const

const BOUND = { timeout: 30_000 }

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
const newPdf = (countyId?: number) =>
  uploadForm({
    fileName: 'rendition.pdf',
    bytes: SAMPLE_FILES.pdf,
    categoryId: 1,
    typeId: 1,
    ...(countyId !== undefined && { countyId }),
  })
test('R27.10 tokens make the calls about documents, and nothing of accounts or the administration', async () => {
  const open = ROOMS.flatMap(({ name, calls }) =>
    calls.some((call) => call.access !== 'public' && isOpenToTokens(call)) ? [name] : [],
  )
  expect(open.toSorted()).toEqual([
    'archives',
    'comments',
    'corrections',
    'edit',
    'files',
    'history',
    'lookups',
    'owners',
    'questions',
    'receipts',
    'recycle-bin',
    'search',
    'viewer',
    'work',
  ])
  const closed = ROOMS.flatMap(({ calls }) => calls).filter(({ path }) => /^\/(auth|admin)\//.test(path))
  expect(closed.filter((call) => call.access !== 'public' && isOpenToTokens(call))).toEqual([])
  const { secret } = await at.create(admin, WRITES)
  for (const endpoint of [listTokens, listPeople, listHistory]) {
    expect(resultOf(await at.call(secret, endpoint))).toEqual([403, failure(TOKEN_NOT_ALLOWED).toFailure()])
  }
})

test('R27.11 a token that only reads changes nothing, and reads by POST', async () => {
  const id = await storeDocument(portal, ann)
  const { secret } = await at.create(ann)
  for (const answer of [
    await at.call(secret, uploadFile, newPdf()),
    await at.call(secret, deleteUpload, { params: { fileId: id } }),
  ]) {
    expect(resultOf(answer)).toEqual([403, failure(TOKEN_ONLY_READS).toFailure()])
  }
  expect((await at.call(secret, findTwins, { payload: { hashes: ['a'.repeat(64)] } })).statusCode).toBe(200)
})

test('R27.12 a token for selected counties reads no receipts and no unfinished uploads', async () => {
  const limited = await at.create(ann, { ...WRITES, countyIds: [portal.counties.loving] })
  const answer = await at.call(limited.secret, listReceipts)
  expect(resultOf(answer)).toEqual([403, failure(TOKEN_OF_COUNTIES).toFailure()])
  const { secret } = await at.create(ann)
  expect((await at.call(secret, listReceipts)).statusCode).toBe(200)
})

test('R27.12 a token for selected counties finds no receipt by its number, and none of a file', async () => {
  const { loving } = portal.counties
  const number = 'R-2026-1111-3333'
  await portal.pool.query(
    `INSERT INTO receipt (number, batch, county_id, county_name, account_id, sender, made_at, clock, clock_ahead_ms, check_code)
     VALUES ($1, 'b', $2, 'Loving', $3, 'ann', now(), 'kept', 0, 'x')`,
    [number, loving, ann.accountId],
  )
  const fileId = await storeDocument(portal, ann)
  const limited = await at.create(ann, { countyIds: [loving] })
  const everywhere = await at.create(ann)
  const found = async (secret: string) =>
    (await at.call(secret, searchAll, { query: { q: number } })).json<ResultOf<typeof searchAll>>()
  expect(await found(everywhere.secret)).toMatchObject({ goTo: { number }, receipts: [{ number }] })
  expect(await found(limited.secret)).toMatchObject({ goTo: null, receipts: [] })
  const ofFile = async (secret: string) =>
    (await at.call(secret, listReceiptsOfFile, { params: { fileId } })).statusCode
  expect([await ofFile(everywhere.secret), await ofFile(limited.secret)]).toEqual([200, 403])
})

test('R27.13 a token has no right that its owner lacks', async () => {
  const reader = await portal.addPerson({
    email: uniqueAddress('reader'),
    role: 'reader',
    countyId: portal.counties.loving,
  })
  const id = await storeDocument(portal, ann)
  const { secret } = await at.create(reader, WRITES)
  expect((await at.call(secret, uploadFile, newPdf())).statusCode).toBe(403)
  const payload = { statusId: 2, owners: [] }
  expect((await at.call(secret, patchStatus, { params: { id }, payload })).statusCode).toBe(403)
})

test('R27.14 history and Activity name the token beside its owner, and a read by token is recorded beside that of a session', async () => {
  const { secret, token } = await at.create(ann, WRITES)
  const uploaded = await at.call(secret, uploadFile, newPdf())
  const id = uploaded.json<{ file: { FileID: number } }>().file.FileID
  await portal.call(ann, downloadUpload, { params: { fileId: id } })
  for (let count = 0; count < 2; count += 1) await at.call(secret, downloadUpload, { params: { fileId: id } })
  const history = await portal.call(ann, getDocumentHistory, { params: { fileId: id } })
  expect(history.json<{ events: DocumentEvent[] }>().events.map(({ who, what }) => `${who} ${what}`)).toEqual(
    [
      `${ann.email} downloaded this file (rendition.pdf) with the API token Nightly import`,
      `${ann.email} downloaded this file (rendition.pdf)`,
      `${ann.email} uploaded this file (rendition.pdf) with the API token Nightly import`,
    ],
  )
  const activity = await portal.call(admin, listHistory, { query: { fileId: id } })
  const sentences = activity.json<{ happenings: ActivityEvent[] }>().happenings.map(({ what }) => what)
  expect(sentences.at(-1)).toBe(`uploaded file ${id} (rendition.pdf) with the API token Nightly import`)
  const { rows } = await portal.pool.query(
    `SELECT actor_kind, account_id, after -> 'token' AS token FROM audit_record WHERE subject_id = $1 AND action = 'document.uploaded'`,
    [id],
  )
  expect(rows).toEqual([
    { actor_kind: 'token', account_id: ann.accountId, token: { id: token.id, label: 'Nightly import' } },
  ])
})

test('R27.17 the last use is written once a minute, with its address', async () => {
  const { secret } = await at.create(ann)
  const used = portal.clock.now().toISOString()
  const lastUse = async () => {
    const [token] = (await portal.call(ann, listTokens)).json<ApiToken[]>()
    return [token?.lastUsed, token?.lastUsedFrom]
  }
  await at.call(secret, listUploads, { remoteAddress: '192.0.2.1' })
  await vi.waitFor(async () => expect(await lastUse()).toEqual([used, '192.0.2.1']), BOUND)
  portal.clock.advance(59_999)
  await at.call(secret, listUploads, { remoteAddress: '192.0.2.2' })
  portal.clock.advance(1)
  const later = portal.clock.now().toISOString()
  await at.call(secret, listUploads, { remoteAddress: '192.0.2.3' })
  await vi.waitFor(async () => expect(await lastUse()).toEqual([later, '192.0.2.3']), BOUND)
})

test('R27.18 curl lists, uploads and downloads with a token', async () => {
  const { secret } = await at.create(ann, WRITES)
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const curl = async (path: string, ...more: string[]) => {
    const bearer = ['--header', `Authorization: Bearer ${secret}`]
    const { stdout } = await promisify(execFile)('curl', [
      '--silent',
      '--show-error',
      ...bearer,
      ...more,
      `${address}/api${path}`,
    ])
    return stdout
  }
  const form = ['file=@-;filename=rendition.pdf', 'attachmentCategoryID=1', 'attachmentTypeID=1']
  const uploading = promisify(execFile)('curl', [
    '--silent',
    '--header',
    `Authorization: Bearer ${secret}`,
    ...form.flatMap((part) => ['--form', part]),
    `${address}/api/files/upload`,
  ])
  uploading.child.stdin?.end(SAMPLE_FILES.pdf)
  const { file } = JSON.parse((await uploading).stdout) as { file: { FileID: number } }
  const { files } = JSON.parse(await curl('/files/uploads?page=1')) as { files: { FileID: number }[] }
  expect(files.map(({ FileID }) => FileID)).toContain(file.FileID)
  expect(await curl(`/files/uploads/${file.FileID}/download`)).toContain('%PDF-')
  expect(JSON.parse(await curl('/auth/account'))).toEqual(failure(TOKEN_NOT_ALLOWED).toFailure())
})
