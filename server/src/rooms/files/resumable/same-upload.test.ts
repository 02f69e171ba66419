import { closeCounty, openCounty } from '@portal/contract/counties/counties.ts'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { OTHER_UPLOAD } from '@portal/contract/files/resumable.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compoundFile } from '../../../testing/compound-file.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'

const PDF = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(300_000)])

let portal: TestPortal
let administrator: TestPerson
let clerk: TestPerson
let calls: ReturnType<typeof tusCalls>
let loving: number
let winkler: number

beforeAll(async () => {
  portal = await testPortal()
  administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  loving = (await portal.addCounty('Loving')).CountyID
  winkler = (await portal.addCounty('Winkler')).CountyID
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyIds: [loving, winkler] })
  calls = tusCalls(portal, clerk)
})
afterAll(() => portal.close())

const HASH = 'a'.repeat(64)

test('R5.113 a senderKey used for another upload is 409, whatever its outcome', async () => {
  const values = { senderKey: 'same', countyId: String(loving), description: 'Gas plant', sha256: HASH }
  const id = await calls.begun({ size: PDF.length, values })
  const others: [string, { size?: number; values?: Record<string, string> }][] = [
    ['length', { size: PDF.length + 1 }],
    ['name', { values: { filename: 'other.pdf' } }],
    ['county', { values: { countyId: String(winkler) } }],
    ['description', { values: { description: 'Oil well' } }],
    ['type', { values: { attachmentTypeID: '2' } }],
    ['category', { values: { attachmentCategoryID: '2', attachmentTypeID: '4' } }],
    ['hash', { values: { sha256: 'b'.repeat(64) } }],
    ['no hash', { values: { sha256: '' } }],
  ]
  for (const [what, { size = PDF.length, values: said = {} }] of others) {
    // One after another: all use one upload.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await calls.begin({ size, values: { ...values, ...said }, bytes: PDF })
    expect([what, answer.statusCode, answer.json()]).toEqual([
      what,
      409,
      { error: OTHER_UPLOAD.sentence, code: OTHER_UPLOAD.code },
    ])
  }
  expect(await calls.read(id)).toMatchObject({ state: 'unfinished', received: 0 })
  const again = await calls.begin({ size: PDF.length, values: { ...values, description: ' Gas plant ' } })
  expect([again.statusCode, again.headers['location']]).toEqual([201, `resumable/${id}`])
  await calls.end(id)
})

test('R5.113 a senderKey of a stored document is 409 for other bytes, and returns the document for the same ones', async () => {
  const values = { senderKey: 'stored' }
  const stored = await calls.begin({ size: PDF.length, values, bytes: PDF })
  expect(stored.headers['portal-file-id']).toBeDefined()
  const other = await calls.begin({ size: 9, values, bytes: PDF.subarray(0, 9) })
  expect(other.statusCode).toBe(409)
  const again = await calls.begin({ size: PDF.length, values, bytes: PDF })
  expect(again.headers['portal-file-id']).toBe(stored.headers['portal-file-id'])
})

test.each([
  ['bin', false],
  ['deleted', true],
])(
  'R11.25 an upload whose document is gone (%s) starts over under its senderKey',
  async (place, isForGood) => {
    const upload = { size: PDF.length, values: { senderKey: `gone-${place}` }, bytes: PDF }
    const first = await calls.begin(upload)
    const params = { fileId: Number(first.headers['portal-file-id']) }
    await portal.call(clerk, deleteUpload, { params })
    if (isForGood) await portal.call(clerk, deletePermanently, { params })
    const again = await calls.begin(upload)
    expect(again.statusCode).toBe(201)
    const id = Number(again.headers['portal-file-id'])
    expect(id).not.toBe(params.fileId)
    const { rows } = await portal.pool.query('SELECT FROM document WHERE id = $1 AND deleted_at IS NULL', [
      id,
    ])
    expect(rows).toHaveLength(1)
  },
)

test('R5.113 the owner is one of the compared facts', async () => {
  const editors = tusCalls(portal, administrator)
  const values = { senderKey: 'owner', countyId: String(loving) }
  const owner = { ownerNbr: '77', relationTypeId: '1' }
  const begun = await editors.begin({ size: 10, values })
  expect(begun.statusCode).toBe(201)
  const withOwner = await editors.begin({ size: 10, values: { ...values, ...owner } })
  expect(withOwner.statusCode).toBe(409)
})

test('R5.114 a refusal for a county that is open again is decided again under its key', async () => {
  const params = { countyId: loving }
  const values = { senderKey: 'reopened', countyId: String(loving) }
  const id = await calls.begun({ size: PDF.length, values })
  await portal.call(administrator, closeCounty, { params })
  expect((await calls.append(id, 0, PDF)).statusCode).toBe(409)
  expect((await calls.begin({ size: PDF.length, values, bytes: PDF })).statusCode).toBe(409)
  await portal.call(administrator, openCounty, { params })
  const again = await calls.begin({ size: PDF.length, values, bytes: PDF })
  expect(again.statusCode).toBe(201)
  expect(again.headers['portal-file-id']).toBeDefined()
  expect((await calls.list(['reopened']))[0]).toMatchObject({ state: 'stored' })
})

test.each([
  ['are no document', 'wrong.pdf', Buffer.from('no document at all')],
  [
    'are protected by a password',
    'locked.docx',
    compoundFile({ streams: { EncryptedPackage: Buffer.alloc(1) } }),
  ],
])('R5.114 bytes that %s stay refused under their key', async (_, filename, bytes) => {
  const whole = { size: bytes.length, values: { senderKey: filename, filename }, bytes }
  expect((await calls.begin(whole)).statusCode).toBe(415)
  expect((await calls.begin(whole)).statusCode).toBe(410)
})
