import { randomBytes } from 'node:crypto'
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { STORAGE_AWAY } from '@portal/contract/common-errors.ts'
import { deleteUpload, downloadUpload, listUploads, type Upload } from '@portal/contract/files/files.ts'
import { deletePermanently } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BucketAddress } from '../../engines/config/bucket-address.ts'
import { S3_BOUNDS } from '../../engines/storage/s3/s3-bounds.ts'
import { openS3Storage } from '../../engines/storage/s3/s3-storage.ts'
import { ownBucket } from '../../testing/engines/s3-server.ts'
import { wayTo } from '../../testing/engines/weather.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { uploadDocument } from '../../testing/store-document.ts'
import { ageStoredObjects, byTheMachinesClock, storedObjects } from '../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { removeDeletedBytes } from '../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { verifyDocuments } from './verify/verify.usecases.ts'

const LARGE = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(12_000_000)])
/** The timeouts of production, shortened. */
const SHORT = { ...S3_BOUNDS, connect: 300, request: 3000, patience: 3000, pause: 25 }

let way: Awaited<ReturnType<typeof wayTo>>
let address: BucketAddress
let portal: TestPortal
let clerk: TestPerson

beforeEach(async () => {
  const own = await ownBucket('ceph')
  way = await wayTo(own.endpoint ?? '')
  address = { ...own, endpoint: way.endpoint }
  portal = await testPortal({ storage: await openS3Storage(address, SHORT) })
  clerk = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
})
afterEach(async () => {
  await portal.close()
  await way.close()
})

const send = (bytes: Buffer) => uploadDocument(portal, clerk, { bytes })

async function stored(bytes: Buffer): Promise<{ id: number; key: string }> {
  const answer = await send(bytes)
  expect(answer.statusCode).toBe(200)
  const id = answer.json<{ file: Upload }>().file.FileID
  const { rows } = await portal.pool.query<{ key: string }>(
    'SELECT storage_key AS key FROM document WHERE id = $1',
    [id],
  )
  return { id, key: rows[0]?.key ?? '' }
}

const download = (fileId: number, headers: Record<string, string> = {}) =>
  portal.call(clerk, downloadUpload, { params: { fileId }, headers })

/** Changes the stored objects behind the portal's back. */
async function behind(
  work: (client: S3Client, object: { Bucket: string; Key: string }) => Promise<unknown>,
  key: string,
) {
  const { bucket, prefix, region, credentials } = address
  const client = new S3Client({
    endpoint: way.endpoint,
    region: region ?? '',
    forcePathStyle: true,
    ...(credentials && { credentials }),
  })
  await work(client, { Bucket: bucket, Key: `${prefix}kept/${key}` })
  client.destroy()
}

const replace = (key: string, Body: Buffer) =>
  behind((client, object) => client.send(new PutObjectCommand({ ...object, Body })), key)

test('a document in S3 is returned whole and in ranges, small or in parts', async () => {
  for (const bytes of [SAMPLE_FILES.pdf, LARGE]) {
    const { id } = await stored(bytes)
    expect((await download(id)).rawPayload.equals(bytes)).toBe(true)
    const range = await download(id, { range: `bytes=${bytes.length - 10}-` })
    expect(range.statusCode).toBe(206)
    expect(range.rawPayload.equals(bytes.subarray(-10))).toBe(true)
  }
  const { staged, kept } = await storedObjects(portal.world.storage)
  expect([staged.length, kept.length]).toEqual([0, 2])
})

test('a permanently deleted document leaves S3 after its days, and the others stay', async () => {
  const [deleted, other] = [await stored(LARGE), await stored(SAMPLE_FILES.pdf)]
  for (const endpoint of [deleteUpload, deletePermanently]) {
    const answer = await portal.call(clerk, endpoint, { params: { fileId: deleted.id } })
    expect(answer.statusCode).toBe(200)
  }
  const world = byTheMachinesClock(portal.world)
  expect(await removeDeletedBytes(world)).toBe(0)
  await ageStoredObjects(portal.pool, world.settings.keepDeletedDays + 1)
  expect(await removeDeletedBytes(world)).toBe(1)
  expect((await storedObjects(portal.world.storage)).kept).toEqual([other.key])
  expect((await download(other.id)).rawPayload.equals(SAMPLE_FILES.pdf)).toBe(true)
})

test('faults of documents in S3 are found and named', async () => {
  const [sound, flipped, longer, missing] = [
    await stored(LARGE),
    await stored(SAMPLE_FILES.pdf),
    await stored(SAMPLE_FILES.pdf),
    await stored(SAMPLE_FILES.pdf),
  ]
  await replace(flipped.key, Buffer.from(SAMPLE_FILES.pdf).fill(1, 100, 101))
  await replace(longer.key, Buffer.concat([SAMPLE_FILES.pdf, Buffer.from('!')]))
  await behind((client, object) => client.send(new DeleteObjectCommand(object)), missing.key)
  const { checked, damaged } = await verifyDocuments(portal.world)
  expect(checked).toBe(4)
  expect(damaged.map(({ fileID, problem }) => [fileID, problem])).toEqual([
    [flipped.id, 'wrong content'],
    [longer.id, 'wrong size'],
    [missing.id, 'missing'],
  ])
  expect((await download(sound.id)).statusCode).toBe(200)
  expect((await download(missing.id)).statusCode).toBe(500)
})

test('C08 C09 while S3 is unreachable, uploads and downloads get 503 with a sentence and leave nothing, and work again afterwards', async () => {
  const { id } = await stored(SAMPLE_FILES.pdf)
  await way.leave()
  for (const answer of [await send(SAMPLE_FILES.pdf), await send(LARGE), await download(id)]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ error: STORAGE_AWAY.sentence, code: STORAGE_AWAY.code })
  }
  portal.clock.advance(10_000)
  expect((await portal.app.inject('/readyz')).json()).toMatchObject({ parts: { storage: 'down' } })
  await way.comeBack()
  portal.clock.advance(10_000)
  expect((await portal.app.inject('/readyz')).json()).toMatchObject({ parts: { storage: 'up' } })
  expect((await download(id)).rawPayload.equals(SAMPLE_FILES.pdf)).toBe(true)
  const { id: next } = await stored(LARGE)
  const { files } = (await portal.call(clerk, listUploads)).json<{ files: Upload[] }>()
  expect(files.map(({ FileID }) => FileID)).toEqual([next, id])
  expect((await storedObjects(portal.world.storage)).kept).toHaveLength(2)
})

test('C11 if S3 no longer accepts the keys, uploads and downloads get 503, and every document has its bytes', async () => {
  const { id } = await stored(SAMPLE_FILES.pdf)
  way.becomes({ mishap: () => 'forbidden' })
  for (const answer of [await send(SAMPLE_FILES.pdf), await send(LARGE), await download(id)]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: STORAGE_AWAY.code })
  }
  way.becomes({})
  expect((await portal.pool.query('SELECT 1 FROM document')).rowCount).toBe(1)
  expect((await download(id)).rawPayload.equals(SAMPLE_FILES.pdf)).toBe(true)
})
