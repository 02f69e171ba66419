import { createHash, randomBytes } from 'node:crypto'
import { deleteUpload, downloadUpload, listUploads, type Upload } from '@portal/contract/files/files.ts'
import { tellTus } from '@portal/contract/files/resumable.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { StorageAway } from '../../../engines/storage/storage.ts'
import { finishLeftUploads } from '../../../records/intake/resumable/finish-left-uploads.ts'
import { sweepUploads } from '../../../records/intake/resumable/sweep-uploads.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { idIn, metadataOf, tusCalls } from '../../../testing/tus-calls.ts'

const DAY_MS = 86_400_000
const PDF = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(300_000)])

let portal: TestPortal
let loving: number
let winkler: number
let clerk: TestPerson
let other: TestPerson
let calls: ReturnType<typeof tusCalls>

beforeAll(async () => {
  portal = await testPortal({ now: '2026-04-15T15:00:00.123Z' })
  loving = (await portal.addCounty('Loving')).CountyID
  winkler = (await portal.addCounty('Winkler')).CountyID
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: loving })
  other = await portal.addPerson({ email: 'other@loving.example', countyId: loving })
  calls = tusCalls(portal, clerk)
})
afterAll(() => portal.close())

async function downloaded(id: number): Promise<Buffer> {
  const answer = await portal.call(clerk, downloadUpload, { params: { fileId: id } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

async function newest(): Promise<Upload | undefined> {
  return (await portal.call(clerk, listUploads)).json<{ files: Upload[] }>().files[0]
}

function sha1(bytes: Buffer): Record<string, string> {
  return { 'upload-checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}` }
}

async function pieces(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of portal.world.storage.pieces.list()) keys.push(key)
  return keys
}

describe('an upload by tus', () => {
  test('OPTIONS lists the supported extensions', async () => {
    const answer = await portal.call(ANONYMOUS_PERSON, tellTus)
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination',
      'tus-max-size': '52428800',
      'tus-checksum-algorithm': 'sha256,sha1,md5',
    })
  })

  test('R5.86 whose request came twice gets a connection of its own for each request of the next ten minutes: a browser repeats requests that break on a kept one', async () => {
    const sender = await portal.addPerson({ email: 'twice@loving.example', countyId: loving })
    const uploads = tusCalls(portal, sender)
    const id = await uploads.begun({ size: PDF.length })
    const first = await uploads.append(id, 0, PDF.subarray(0, 1000))
    expect(first.headers['connection']).not.toBe('close')
    expect((await uploads.append(id, 0, PDF.subarray(0, 1000))).statusCode).toBe(409)
    expect((await uploads.head(id)).headers).toMatchObject({ connection: 'close', 'upload-offset': '1000' })
    expect((await uploads.append(id, 1000, PDF.subarray(1000, 2000))).headers).toMatchObject({
      connection: 'close',
      'upload-offset': '2000',
    })
    const othersId = await calls.begun({ size: PDF.length })
    expect((await calls.head(othersId)).headers['connection']).not.toBe('close')
    portal.clock.advance(600_000)
    expect((await uploads.head(id)).headers['connection']).not.toBe('close')
    portal.clock.advance(-600_000)
    await uploads.end(id)
    await calls.end(othersId)
  })

  test('in one request is a document like any other, and returns its id', async () => {
    const answer = await calls.begin({ size: PDF.length, bytes: PDF })
    expect([answer.statusCode, answer.body]).toEqual([201, ''])
    expect(answer.headers).toMatchObject({ 'upload-offset': String(PDF.length), 'tus-resumable': '1.0.0' })
    const row = await newest()
    expect(row).toMatchObject({
      FileID: Number(answer.headers['portal-file-id']),
      FileName: 'rendition.pdf',
      Description: 'Gas plant',
      CountyID: loving,
      UploadDate: '2026-04-15T15:00:00.123Z',
      UploadedBy: clerk.email,
    })
    expect((await downloaded(row?.FileID ?? 0)).equals(PDF)).toBe(true)
    expect(await calls.read(idIn(String(answer.headers['location'])))).toMatchObject({
      state: 'stored',
      received: PDF.length,
      file: { FileID: row?.FileID, size: PDF.length, sha256: createHash('sha256').update(PDF).digest('hex') },
    })
  })

  test('in parts continues at the byte of HEAD, and the last part makes the document, with its time', async () => {
    const id = await calls.begun({ size: PDF.length })
    expect((await calls.head(id)).headers).toMatchObject({
      'upload-offset': '0',
      'upload-length': String(PDF.length),
      'upload-expires': 'Wed, 22 Apr 2026 15:00:00 GMT',
      'cache-control': 'no-store',
    })
    const first = await calls.append(id, 0, PDF.subarray(0, 100_000))
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '100000'])
    expect(first.headers['portal-file-id']).toBeUndefined()
    expect(await calls.list()).toMatchObject([{ id, received: 100_000, state: 'unfinished', file: null }])
    expect((await calls.append(id, 99_999, PDF.subarray(99_999))).statusCode).toBe(409)
    expect((await calls.append(id, 100_001, PDF.subarray(100_001))).statusCode).toBe(409)
    await calls.append(id, 100_000, PDF.subarray(100_000, 250_000))
    portal.clock.set('2026-04-15T16:00:00.000Z')
    const last = await calls.append(id, 250_000, PDF.subarray(250_000))
    const fileId = Number(last.headers['portal-file-id'])
    expect((await downloaded(fileId)).equals(PDF)).toBe(true)
    expect(await newest()).toMatchObject({ FileID: fileId, UploadDate: '2026-04-15T16:00:00.000Z' })
    expect((await calls.head(id)).headers).toMatchObject({
      'upload-offset': String(PDF.length),
      'portal-file-id': String(fileId),
    })
    expect(await calls.list()).toEqual([])
    await expect.poll(pieces, { timeout: 30_000 }).toEqual([])
  })

  test('started again under the key of its sender is the same one: nothing is stored twice', async () => {
    const values = { senderKey: 'file-1' }
    const whole = { size: PDF.length, values, bytes: PDF }
    const first = await calls.begin(whole)
    const again = await calls.begin(whole)
    expect(again.statusCode).toBe(201)
    expect(again.headers).toMatchObject({
      location: first.headers['location'],
      'upload-offset': String(PDF.length),
      'portal-file-id': first.headers['portal-file-id'],
    })
    const begun = await calls.begun({ size: PDF.length, values: { senderKey: 'file-2' } })
    await calls.append(begun, 0, PDF.subarray(0, 1000))
    const known = await calls.begin({ size: PDF.length, values: { senderKey: 'file-2' }, bytes: PDF })
    expect([idIn(String(known.headers['location'])), known.headers['upload-offset']]).toEqual([begun, '1000'])
    expect((await calls.list(['file-1', 'file-2', 'file-3'])).map(({ state }) => state).toSorted()).toEqual([
      'stored',
      'unfinished',
    ])
    expect(await tusCalls(portal, other).list(['file-1', 'file-2'])).toEqual([])
    await calls.end(begun)
  })

  test('is refused with the sentence of any upload, and again for a sender who lost the response', async () => {
    const before = await storedObjects(portal.world.storage)
    const bytes = Buffer.from('no document at all')
    const values = { senderKey: 'refused-1' }
    const refused = await calls.begin({ size: bytes.length, values, bytes })
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      415,
      'rendition.pdf: the content is not a valid .pdf file.',
    ])
    const [told] = await calls.list(['refused-1'])
    expect(told).toMatchObject({
      state: 'refused',
      refusal: {
        code: 'upload.content_invalid',
        error: 'rendition.pdf: the content is not a valid .pdf file.',
      },
    })
    const again = await calls.begin({ size: bytes.length, values, bytes })
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([410, 'upload.content_invalid'])
    expect((await calls.head(told?.id ?? '')).statusCode).toBe(410)
    expect(await calls.read(told?.id ?? '')).toMatchObject({ state: 'refused' })
    expect(await storedObjects(portal.world.storage)).toEqual(before)
    await expect.poll(pieces, { timeout: 30_000 }).toEqual([])
  })

  test.each([
    ['no type', { attachmentTypeID: '' }, 400, 'Please fill all required fields.'],
    ['another extension', { filename: 'a.exe' }, 415, /^a\.exe: this type of file is not accepted\./],
    ['no name', { filename: '' }, 400, 'Please give the file a name.'],
    ['a type of another category', { attachmentCategoryID: '2' }, 400, /does not belong to the category/],
    ['another county', { countyId: 'winkler' }, 403, 'You may only upload for your own county.'],
    ['a key that is none', { senderKey: 'a b' }, 400, /Upload-Metadata/],
  ])(
    'with %s is refused before any byte',
    async (_what, values: Record<string, string>, status, sentence) => {
      const countyId = values['countyId'] ? { countyId: String(winkler) } : {}
      const answer = await calls.begin({ size: 10, values: { ...values, ...countyId } })
      expect(answer.statusCode).toBe(status)
      expect(answer.json<{ error: string }>().error).toMatch(sentence)
    },
  )

  test.each([
    ['another version', { 'tus-resumable': '0.2.2' }, 412],
    ['no length', { 'upload-length': 'many' }, 400],
    ['a length beyond the limit', { 'upload-length': '52428801' }, 413],
    ['no byte', { 'upload-length': '0' }, 400],
    ['metadata that are no Base64', { 'upload-metadata': 'filename §' }, 400],
    [
      'metadata that name a key twice',
      { 'upload-metadata': `${metadataOf({ filename: 'a.pdf' })},filename` },
      400,
    ],
  ])('with %s is refused', async (_what, headers: Record<string, string>, status) => {
    expect((await calls.begin({ size: 10, headers })).statusCode).toBe(status)
  })

  test('with a checksum is accepted if its bytes match, and otherwise not at all', async () => {
    const id = await calls.begun({ size: PDF.length })
    const [first, rest] = [PDF.subarray(0, 9999), PDF.subarray(9999)]
    expect((await calls.append(id, 0, first, sha1(rest))).statusCode).toBe(460)
    expect((await calls.head(id)).headers['upload-offset']).toBe('0')
    expect((await calls.append(id, 0, first, { 'upload-checksum': 'crc32 AAAA' })).statusCode).toBe(400)
    expect((await calls.append(id, 0, first, sha1(first))).headers['upload-offset']).toBe('9999')
    const last = await calls.append(id, 9999, rest, sha1(rest))
    expect((await downloaded(Number(last.headers['portal-file-id']))).equals(PDF)).toBe(true)
  })

  test('belongs to its sender alone', async () => {
    const id = await calls.begun({ size: PDF.length })
    const theirs = tusCalls(portal, other)
    for (const tried of [theirs.head, (own: string) => theirs.append(own, 0, PDF), theirs.end]) {
      expect((await tried(id)).statusCode).toBe(404)
    }
    expect(await theirs.list()).toEqual([])
    expect((await calls.end(id)).statusCode).toBe(204)
    expect((await calls.head(id)).statusCode).toBe(404)
  })

  test('that is a document cannot be terminated, and keeps its record when the document is deleted', async () => {
    const answer = await calls.begin({ size: PDF.length, bytes: PDF })
    const id = idIn(String(answer.headers['location']))
    expect((await calls.end(id)).statusCode).toBe(409)
    const fileId = Number(answer.headers['portal-file-id'])
    await portal.call(clerk, deleteUpload, { params: { fileId } })
    expect(await calls.read(id)).toMatchObject({ state: 'stored', file: { FileID: fileId } })
  })

  test('whose sender has lost the county is refused at its last byte', async () => {
    const person = await portal.addPerson({ email: 'moved@loving.example', countyId: loving })
    const theirs = tusCalls(portal, person)
    const id = await theirs.begun({ size: PDF.length })
    await theirs.append(id, 0, PDF.subarray(0, 10))
    await portal.pool.query('UPDATE account SET county_id = NULL WHERE id = $1', [person.accountId])
    await portal.pool.query('DELETE FROM membership WHERE account_id = $1', [person.accountId])
    const last = await theirs.append(id, 10, PDF.subarray(10))
    expect([last.statusCode, last.json<{ error: string }>().error]).toEqual([
      403,
      'You may only upload for your own county.',
    ])
  })

  test('with bytes missing in the store asks for them again', async () => {
    const id = await calls.begun({ size: PDF.length })
    const first = 270_000
    await calls.append(id, 0, PDF.subarray(0, first))
    await calls.append(id, first, PDF.subarray(first, first + 1000))
    const { rows } = await portal.pool.query<{ key: string }>(
      'SELECT key FROM resumable_piece WHERE upload_id = $1 AND starts_at = $2',
      [id, first],
    )
    await portal.world.storage.pieces.remove(rows[0]?.key ?? '')
    expect((await calls.append(id, first + 1000, PDF.subarray(first + 1000))).statusCode).toBe(409)
    expect((await calls.head(id)).headers['upload-offset']).toBe(String(first))
    const last = await calls.append(id, first, PDF.subarray(first))
    expect((await downloaded(Number(last.headers['portal-file-id']))).equals(PDF)).toBe(true)
  })

  test('whose recorded pieces overlap begins again at its first byte, and is stored', async () => {
    const id = await calls.begun({ size: PDF.length })
    const first = 270_000
    await calls.append(id, 0, PDF.subarray(0, first))
    await portal.pool.query(
      `INSERT INTO resumable_piece (upload_id, starts_at, key, byte_size) VALUES ($1, 1000, gen_random_uuid(), 10)`,
      [id],
    )
    expect((await calls.append(id, first, PDF.subarray(first))).statusCode).toBe(409)
    const offset = Number((await calls.head(id)).headers['upload-offset'])
    expect(offset).toBe(0)
    const last = await calls.append(id, offset, PDF.subarray(offset))
    expect((await downloaded(Number(last.headers['portal-file-id']))).equals(PDF)).toBe(true)
    await expect.poll(pieces, { timeout: 30_000 }).toEqual([])
  })

  test('that arrived completely at a server which could not keep it still becomes a document, with its time of arrival', async () => {
    const { storage } = portal.world
    const keep = vi.spyOn(storage, 'keep').mockRejectedValue(new StorageAway('The bucket is away.'))
    portal.clock.set('2026-04-15T22:59:59.000Z')
    const answer = await calls.begin({ size: PDF.length, bytes: PDF, values: { senderKey: 'late' } })
    expect(answer.statusCode).toBe(503)
    expect(await calls.list(['late'])).toMatchObject([{ state: 'unfinished', received: PDF.length }])
    keep.mockRestore()
    portal.clock.set('2026-04-15T23:12:00.000Z')
    await finishLeftUploads(portal.world)
    const [told] = await calls.list(['late'])
    expect(told).toMatchObject({ state: 'stored', file: { UploadDate: '2026-04-15T22:59:59.000Z' } })
    expect((await downloaded(told?.file?.FileID ?? 0)).equals(PDF)).toBe(true)
    const again = await calls.begin({ size: PDF.length, bytes: PDF, values: { senderKey: 'late' } })
    expect(again.headers['portal-file-id']).toBe(String(told?.file?.FileID))
  })

  test('counts toward the daily quota of its sender once it is a document', async () => {
    const small = await testPortal({ environment: { UPLOAD_MB_PER_DAY: '50' } })
    const person = await small.addPerson({ email: 'clerk@staff.example' })
    const theirs = tusCalls(small, person)
    const used = async () =>
      (await small.pool.query<{ bytes: string }>('SELECT bytes FROM uploaded_bytes')).rows[0]?.bytes
    try {
      const id = await theirs.begun({ size: PDF.length })
      await theirs.append(id, 0, PDF.subarray(0, 1000))
      expect(await used()).toBe('0')
      await theirs.append(id, 1000, PDF.subarray(1000))
      expect(await used()).toBe(String(PDF.length))
      await theirs.begun({ size: 40_000_000 })
      const more = await theirs.begin({ size: 40_000_000 })
      expect([more.statusCode, more.json<{ code: string }>().code]).toEqual([429, 'upload.day_is_full'])
    } finally {
      await small.close()
    }
  })

  test('whose document moved to a county that its sender may not see reveals nothing about it anymore', async () => {
    const values = { senderKey: 'moved-since' }
    const id = await calls.begun({ size: PDF.length, values })
    await calls.append(id, 0, PDF)
    expect((await calls.list(['moved-since']))[0]?.file).toMatchObject({ size: PDF.length })
    await portal.pool.query('UPDATE document SET county_id = $1 WHERE id = (SELECT max(id) FROM document)', [
      winkler,
    ])
    const [told] = await calls.list(['moved-since'])
    expect(told).toMatchObject({ state: 'stored', file: null })
  })

  test('expires after seven days without a trace', async () => {
    const id = await calls.begun({ size: PDF.length })
    await calls.append(id, 0, PDF.subarray(0, 1000))
    portal.clock.set(new Date(portal.clock.now().getTime() + 7 * DAY_MS).toISOString())
    const answer = await portal.as(clerk)({ method: 'GET', url: '/api/auth/session' })
    if (answer.statusCode === 401) clerk.cookie = await portal.signIn(clerk.email, clerk.password)
    expect((await calls.head(id)).statusCode).toBe(410)
    expect(await calls.read(id)).toMatchObject({ code: 'resumable.ended' })
    await sweepUploads(portal.world)
    expect((await calls.head(id)).statusCode).toBe(404)
    expect(await pieces()).toEqual([])
    const { rows } = await portal.pool.query('SELECT FROM resumable_piece')
    expect(rows).toEqual([])
  })

  test('accepts a request without a byte, which returns its offset', async () => {
    const id = await calls.begun({ size: PDF.length })
    await calls.append(id, 0, PDF.subarray(0, 1000))
    const answer = await calls.append(id, 1000, Buffer.alloc(0))
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, '1000'])
    await calls.end(id)
  })

  test('without the content type of tus is refused', async () => {
    const id = await calls.begun({ size: 10 })
    const answer = await calls.append(id, 0, Buffer.from('%PDF-'), { 'content-type': 'text/plain' })
    expect(answer.statusCode).toBe(415)
    await calls.end(id)
  })
})
