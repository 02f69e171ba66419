import { createHash, randomBytes } from 'node:crypto'
import { deleteUpload, type Upload } from '@portal/contract/files/files.ts'
import { FILE_CHANGED, OTHER_UPLOAD } from '@portal/contract/files/resumable.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { uploadDocument } from '../../../testing/store-document.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import type { UploadFields } from '../../../testing/upload-form.ts'

let portal: TestPortal
let clerk: TestPerson
let other: TestPerson
let countyId: number

beforeAll(async () => {
  portal = await testPortal({ environment: { UPLOAD_MB_PER_DAY: '100' } })
  countyId = (await portal.addCounty('Loving')).CountyID
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  other = await portal.addPerson({ email: 'other@loving.example', countyId })
})
afterAll(() => portal.close())

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A form under a key of its own. */
function keyedForm(senderKey: string) {
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(1000)])
  return { bytes, senderKey, sha256: hashOf(bytes), description: 'Gas plant' }
}

async function send(fields: Partial<UploadFields>, person = clerk) {
  const answer = await uploadDocument(portal, person, fields)
  const body = answer.json<{ file?: Upload; code?: string }>()
  return { status: answer.statusCode, id: body.file?.FileID, code: body.code }
}

const documentsNow = async () => {
  const { rows } = await portal.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM document')
  return rows[0]?.n ?? 0
}

/** Bytes of all daily quotas. */
const counted = async () => {
  const { rows } = await portal.pool.query<{ bytes: number }>(
    'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM uploaded_bytes',
  )
  return rows[0]?.bytes ?? 0
}

test('R5.130 a form that is sent again under its key is the same document, even at the same time', async () => {
  const form = keyedForm('sent-again')
  const before = await documentsNow()
  const sent = await Promise.all([send(form), send(form), send(form)])
  const again = await send(form)
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set([...sent, again].map(({ id }) => id)).size).toBe(1)
  expect(await documentsNow()).toBe(before + 1)
  const { staged } = await storedObjects(portal.world.storage)
  expect(staged).toEqual([])
})

test('R5.130 the calls of resumable uploads know a form by its key', async () => {
  const form = keyedForm('known-to-both')
  const { id } = await send(form)
  const calls = tusCalls(portal, clerk)
  expect(await calls.list(['known-to-both'])).toMatchObject([{ state: 'stored', file: { FileID: id } }])
  expect(await calls.list()).toEqual([])
  const values = { senderKey: form.senderKey, sha256: form.sha256, description: form.description }
  const begun = await calls.begin({ size: form.bytes.length, values })
  expect(begun.statusCode).toBe(201)
  const address = String(begun.headers['location']).replace('resumable/', '')
  expect(await calls.read(address)).toMatchObject({ state: 'stored', file: { FileID: id } })
})

test('R5.130 a key of another form or of a deleted document is 409, and stores nothing', async () => {
  const form = keyedForm('in-use')
  const { id } = await send(form)
  const before = await documentsNow()
  const bytes = Buffer.concat([form.bytes, Buffer.from('x')])
  for (const changed of [
    { description: 'Oil well' },
    { fileName: 'other.pdf' },
    { bytes, sha256: hashOf(bytes) },
  ]) {
    // One after another: all use one key.
    // oxlint-disable-next-line no-await-in-loop
    expect(await send({ ...form, ...changed })).toMatchObject({ status: 409, code: OTHER_UPLOAD.code })
  }
  await portal.call(clerk, deleteUpload, { params: { fileId: id ?? 0 } })
  expect(await send(form)).toMatchObject({ status: 409, code: OTHER_UPLOAD.code })
  expect(await documentsNow()).toBe(before)
})

test('R5.130 bytes other than the declared ones are 409, and a wrong key or hash is 400', async () => {
  const before = await documentsNow()
  const form = keyedForm('changed')
  expect(await send({ ...form, bytes: SAMPLE_FILES.pdf })).toMatchObject({
    status: 409,
    code: FILE_CHANGED.code,
  })
  expect((await send({ ...form, senderKey: 'no key' })).status).toBe(400)
  expect((await send({ ...form, sha256: 'abc' })).status).toBe(400)
  const { senderKey: _key, ...keyless } = form
  expect(await send({ ...keyless, bytes: SAMPLE_FILES.pdf })).toMatchObject({ code: FILE_CHANGED.code })
  expect((await send({ ...keyless, sha256: 'abc' })).status).toBe(400)
  expect(await documentsNow()).toBe(before)
  expect((await send(form)).status).toBe(200)
})

test('R5.130 other bytes of the same size under a key are 409, also without a declared hash', async () => {
  const { sha256: _sha256, ...form } = keyedForm('same-size')
  const before = await documentsNow()
  expect((await send(form)).status).toBe(200)
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(1000)])
  expect(await send({ ...form, bytes })).toMatchObject({ status: 409, code: OTHER_UPLOAD.code })
  expect(await documentsNow()).toBe(before + 1)
})

test('R5.130 a form that comes again is found although its county was closed, and is not stored a second time', async () => {
  const form = keyedForm('closed-since')
  const { id } = await send(form)
  const keep = vi.spyOn(portal.world.storage, 'keep')
  await portal.pool.query('UPDATE county SET closed_at = now() WHERE id = $1', [countyId])
  try {
    expect(await send(form)).toMatchObject({ status: 200, id })
    expect(keep).not.toHaveBeenCalled()
    expect((await send(keyedForm('closed-before'))).status).toBe(409)
  } finally {
    await portal.pool.query('UPDATE county SET closed_at = NULL WHERE id = $1', [countyId])
    keep.mockRestore()
  }
})

test('R5.130 a form that comes again counts against the daily quota', async () => {
  const form = keyedForm('counted')
  await send(form)
  const before = await counted()
  await send(form)
  expect(await counted()).toBeGreaterThanOrEqual(before + form.bytes.length)
})

test('R5.130 a document in a county that its sender no longer sees is not returned', async () => {
  const form = keyedForm('moved')
  const { id } = await send(form)
  const { CountyID: elsewhere } = await portal.addCounty('Winkler')
  await portal.pool.query('UPDATE document SET county_id = $2 WHERE id = $1', [id, elsewhere])
  expect(await send(form)).toMatchObject({ status: 409, code: OTHER_UPLOAD.code })
})

test('R5.130 another person has keys of their own, and a form without a key is a new document each time', async () => {
  const form = keyedForm('mine')
  const [mine, theirs] = [await send(form), await send(form, other)]
  expect(theirs.status).toBe(200)
  expect(theirs.id).not.toBe(mine.id)
  const { senderKey: _key, ...plain } = form
  expect((await send(plain)).id).not.toBe((await send(plain)).id)
})
