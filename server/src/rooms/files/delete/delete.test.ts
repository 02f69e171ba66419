import { type Upload, deleteUpload, listUploads } from '@portal/contract/files/files.ts'
import { listDeletedFiles } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { AUDIT_AS_TOLD } from '../../../testing/audit-as-told.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'

let portal: TestPortal
let administrator: TestPerson
let clerk: TestPerson
let colleague: TestPerson
let neighbor: TestPerson

beforeAll(async () => {
  portal = await testPortal()
  const loving = (await portal.addCounty('Loving')).CountyID
  const winkler = (await portal.addCounty('Winkler')).CountyID
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  colleague = await portal.addPerson({ email: 'chief@loving.example', countyId: loving })
  neighbor = await portal.addPerson({ email: 'clerk@winkler.example', countyId: winkler })
})
afterAll(() => portal.close())

async function stored(): Promise<number> {
  return storeDocument(portal, clerk)
}

async function remove(file: number | string, person: TestPerson | null) {
  const answer = await portal.call(person, deleteUpload, { params: { fileId: file } })
  return [answer.statusCode, answer.json<unknown>()]
}

async function listedIds(person: TestPerson): Promise<number[]> {
  const answer = await portal.call(person, listUploads, { query: { pageSize: 200 } })
  return answer.json<{ files: Upload[] }>().files.map((row) => row.FileID)
}

async function recordsOf(file: number) {
  const { rows } = await portal.pool.query<object>(
    `SELECT who, what, before FROM ${AUDIT_AS_TOLD} WHERE document_id = $1 AND what <> 'uploaded'`,
    [file],
  )
  return rows
}

const DONE = [200, { success: true, message: 'File deleted successfully.' }]
const IN_THE_BIN = [409, { error: 'This file is in the recycle bin.', code: 'document.in_bin' }]
const UNKNOWN = [404, { error: 'This file does not exist.', code: 'document.not_found' }]

test('S4.2 S7.22 S8.23 R5.45 a deleted document moves from the list to the bin, with a new version and one audit record', async () => {
  const file = await stored()
  portal.clock.set('2026-03-10T15:05:00Z')
  expect(await remove(file, clerk)).toEqual(DONE)
  expect(await listedIds(clerk)).not.toContain(file)
  const bin = (await portal.call(clerk, listDeletedFiles)).json<{ files: { FileID: number }[] }>()
  expect(bin.files.map(({ FileID }) => FileID)).toContain(file)
  const { rows } = await portal.pool.query(
    'SELECT deleted_at, deleted_by, version FROM document WHERE id = $1',
    [file],
  )
  expect(rows).toEqual([
    { deleted_at: new Date('2026-03-10T15:05:00Z'), deleted_by: clerk.accountId, version: 2 },
  ])
  expect(await recordsOf(file)).toEqual([
    { who: clerk.email, what: 'moved to the recycle bin', before: { fileName: 'rendition.pdf' } },
  ])
})

test('R5.3 F01 administrators and uploaders may delete; others of the county get 403, other counties 404', async () => {
  const file = await stored()
  expect(await remove(file, colleague)).toEqual([
    403,
    { error: 'Unauthorized to delete this file.', code: 'document.delete_not_allowed' },
  ])
  expect(await remove(file, neighbor)).toEqual(UNKNOWN)
  expect(await remove(999_999, clerk)).toEqual(UNKNOWN)
  expect(await remove(file, null)).toEqual([
    401,
    { error: 'Please sign in first.', code: 'session.required' },
  ])
  expect(await listedIds(clerk)).toContain(file)
  expect(await remove(file, administrator)).toEqual(DONE)
  expect(await remove(await stored(), clerk)).toEqual(DONE)
})

test('R3.3 a document in the bin cannot be deleted again; a colleague gets 403, another county 404', async () => {
  const file = await stored()
  await remove(file, clerk)
  expect(await remove(file, clerk)).toEqual(IN_THE_BIN)
  expect(await remove(file, administrator)).toEqual(IN_THE_BIN)
  expect(await remove(file, colleague)).toEqual([
    403,
    { error: 'Unauthorized to delete this file.', code: 'document.delete_not_allowed' },
  ])
  expect(await remove(file, neighbor)).toEqual(UNKNOWN)
})

test('V15.4.2 B01 of many simultaneous deletions one succeeds, and leaves one record', async () => {
  const file = await stored()
  const people = Array.from({ length: 20 }, (_delete, at) => (at % 2 === 0 ? clerk : administrator))
  const answers = await Promise.all(people.map((person) => remove(file, person)))
  expect(answers.filter(([status]) => status === 200)).toEqual([DONE])
  expect(answers.filter(([status]) => status === 409)).toHaveLength(19)
  expect(await recordsOf(file)).toHaveLength(1)
})

test.each(['0', '-1', '2147483648', '9223372036854775808', '1e400', '1 or 1=1', '1%00', 'NaN'])(
  'V1.4.2 E14 the id %j is refused',
  async (file) => {
    expect((await remove(file, clerk))[0]).toBe(400)
  },
)
