import { createHash, randomBytes } from 'node:crypto'
import {
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownBucket } from '../../../testing/engines/s3-server.ts'
import { oneIn, wayTo } from '../../../testing/engines/weather.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import type { BucketAddress } from '../../config/bucket-address.ts'
import { StartError } from '../../config/start-error.ts'
import { newStorageKey, StorageAway, type Storage } from '../storage.ts'
import { S3_BOUNDS, type S3Bounds } from './s3-bounds.ts'
import { openS3Storage } from './s3-storage.ts'

const MEGABYTE = 1_048_576
const AT_ONCE = 8
/** Gives up soon on refusals. Slow responses, as on a busy machine, get the time of production. */
const SHORT: S3Bounds = { ...S3_BOUNDS, tries: 6, patience: 2000, pause: 25 }
/** Gives up soon on missing responses, too. */
const HASTY: S3Bounds = { ...SHORT, connect: 300, request: 1500, silence: 1500 }
const PATIENT: S3Bounds = { ...S3_BOUNDS, pause: 50 }

let way: Awaited<ReturnType<typeof wayTo>>
let address: BucketAddress

beforeEach(async () => {
  const own = await ownBucket('ceph')
  way = await wayTo(own.endpoint ?? '')
  address = { ...own, endpoint: way.endpoint }
})
afterEach(() => way.close())

const plainClient = () => {
  const { endpoint, credentials } = address
  return new S3Client({
    endpoint: endpoint ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    ...(credentials && { credentials }),
  })
}

async function* inPieces(bytes: Buffer, between?: (sent: number) => Promise<void>): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    yield bytes.subarray(at, at + 65_536)
    await between?.(at)
  }
}

type Stored = { key: string; size: number; sha256: string }

async function store(storage: Storage, bytes: Buffer, key = newStorageKey()): Promise<Stored> {
  const { size, sha256 } = await storage.stage(key, inPieces(bytes), { largest: 50 * MEGABYTE })
  await storage.keep(key)
  return { key, size, sha256: sha256.toString('hex') }
}

async function hashOf(storage: Storage, { key, size }: Stored): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of await storage.read(key, size)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** Runs a few at a time: with too many, a busy machine answers none within the time that an upload waits. */
async function eachOf<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const done = new Map<number, To>()
  const left = all.entries()
  const takeTurns = async () => {
    for (const [at, one] of left) done.set(at, await work(one))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
  return all.flatMap((_one, at) => done.get(at) ?? [])
}

test('C08 C09 S3 fails one request in ten, in every way: all uploads are stored completely, and are returned byte for byte', async () => {
  const storage = await openS3Storage(address, PATIENT)
  way.becomes({ mishap: oneIn(10) })
  const sizes = Array.from({ length: 40 }, (_one, at) => 1 + at * 30_011).concat(
    [6, 11, 16].map((mb) => mb * MEGABYTE + 7),
  )
  const sent = sizes.map((size) => randomBytes(size))
  const kept = await eachOf(sent, (bytes) => store(storage, bytes))
  const came = await eachOf(kept, (stored) => hashOf(storage, stored))
  const hashes = sent.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(kept.map(({ sha256 }) => sha256)).toEqual(hashes)
  expect(came).toEqual(hashes)
  expect(way.count()).toBeGreaterThan(300)
  way.becomes({})
  expect((await storedObjects(storage)).kept.toSorted()).toEqual(kept.map(({ key }) => key).toSorted())
})

test('C12 S3 takes two seconds for each response: uploads and downloads take longer, and are complete', async () => {
  const storage = await openS3Storage(address)
  way.becomes({ delay: 2000 })
  const bytes = randomBytes(6 * MEGABYTE)
  const stored = await store(storage, bytes)
  expect(await hashOf(storage, stored)).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('C09 S3 goes away and comes back: acknowledged documents are complete, all others get an error, and nothing needs manual work', async () => {
  const storage = await openS3Storage(address, SHORT)
  const before = await store(storage, randomBytes(100_000))
  const open = await storage.read(before.key, before.size)
  // It goes away during a multipart upload.
  const leaving = storage.stage(
    newStorageKey(),
    inPieces(randomBytes(13 * MEGABYTE), async (sent) => {
      if (sent === 128 * 65_536) await way.leave()
    }),
    { largest: 50 * MEGABYTE },
  )
  await expect(leaving).rejects.toThrow(StorageAway)
  open.destroy()
  await expect(store(storage, randomBytes(10))).rejects.toThrow(
    /^The storage cannot be used: ECONNREFUSED\.$/,
  )
  await expect(storage.read(before.key, before.size)).rejects.toThrow(StorageAway)
  await expect(storage.remove(before.key)).rejects.toThrow(StorageAway)
  await expect(storage.probe()).rejects.toThrow(StorageAway)
  await way.comeBack()
  await storage.probe()
  const after = await store(storage, randomBytes(6 * MEGABYTE))
  for (const stored of [before, after]) expect(await hashOf(storage, stored)).toBe(stored.sha256)
  expect((await storedObjects(storage)).kept.toSorted()).toEqual([before.key, after.key].toSorted())
})

test('an outage of S3 shorter than the wait of uploads is hardly noticed', async () => {
  const storage = await openS3Storage(address, { ...SHORT, patience: 20_000, tries: 12 })
  await way.leave()
  const storing = store(storage, randomBytes(1000))
  // Time for several tries.
  await new Promise((resolve) => void setTimeout(resolve, 20 * SHORT.pause))
  await way.comeBack()
  const stored = await storing
  expect(await hashOf(storage, stored)).toBe(stored.sha256)
})

test('C12 an S3 that never responds delays no one longer than the timeouts', async () => {
  const { key, size } = await store(await openS3Storage(address, PATIENT), randomBytes(10))
  const storage = await openS3Storage(address, HASTY)
  way.becomes({ mishap: () => 'never answered' })
  const began = performance.now()
  const asked = await Promise.allSettled([
    store(storage, randomBytes(10)),
    storage.read(key, size),
    storage.readStaged(key, 0, 1),
    storage.probe(),
    storedObjects(storage),
  ])
  expect(asked.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  for (const each of asked) expect(each).toMatchObject({ reason: expect.any(StorageAway) })
  // An upload also tries to undo what it began.
  expect(performance.now() - began).toBeLessThan(4 * (HASTY.patience + HASTY.request))
})

test('C10 a response of S3 that is cut repeatedly never ends as if it were complete', async () => {
  const storage = await openS3Storage(address, SHORT)
  const { key, size } = await store(storage, randomBytes(3 * MEGABYTE))
  let opened = 0
  way.becomes({ mishap: () => (++opened === 1 ? 'cut in the middle of the answer' : 'refused') })
  const reading = await storage.read(key, size)
  await expect(buffer(reading)).rejects.toThrow(StorageAway)
})

test('a sender who breaks off in the middle of a part leaves nothing, and gets their own error', async () => {
  const storage = await openS3Storage(address, SHORT)
  const breaking = inPieces(randomBytes(13 * MEGABYTE), async (sent) => {
    if (sent === 192 * 65_536) throw new Error('the cable was cut')
  })
  const staging = storage.stage(newStorageKey(), breaking, { largest: 50 * MEGABYTE })
  await expect(staging).rejects.toThrow(/^the cable was cut$/)
  expect(await storedObjects(storage)).toEqual({ staged: [], kept: [], quarantined: [] })
})

test('an incomplete multipart upload is listed as staged, and discarded', async () => {
  const storage = await openS3Storage(address, SHORT)
  const key = newStorageKey()
  const client = plainClient()
  const object = { Bucket: address.bucket, Key: `${address.prefix}staging/${key}` }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: Buffer.alloc(10) }))
  client.destroy()
  expect(await storedObjects(storage)).toMatchObject({ staged: [key], kept: [] })
  await storage.discard(key)
  expect(await storedObjects(storage)).toMatchObject({ staged: [], kept: [] })
})

test('an incomplete multipart piece is listed, and removed as lost', async () => {
  const storage = await openS3Storage(address, SHORT)
  const key = newStorageKey()
  const client = plainClient()
  const object = { Bucket: address.bucket, Key: `${address.prefix}unfinished/${key}` }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object))
  await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body: Buffer.alloc(10) }))
  client.destroy()
  const keys = async () => {
    const found: string[] = []
    for await (const piece of storage.pieces.list()) found.push(piece.key)
    return found
  }
  expect(await keys()).toEqual([key])
  await storage.pieces.removeLost(key)
  expect(await keys()).toEqual([])
})

test('a store of more objects than one S3 listing is listed completely', async () => {
  const storage = await openS3Storage(address, SHORT)
  const client = plainClient()
  const keys = Array.from({ length: 1050 }, newStorageKey)
  const left = keys.values()
  const put = async () => {
    for (const key of left) {
      await client.send(
        new PutObjectCommand({ Bucket: address.bucket, Key: `${address.prefix}kept/${key}`, Body: '.' }),
      )
    }
  }
  await Promise.all(Array.from({ length: 25 }, put))
  client.destroy()
  expect((await storedObjects(storage)).kept.toSorted()).toEqual(keys.toSorted())
})

test('C11 a missing bucket and a wrong secret stop the start with one line without the secret', async () => {
  const wrong = [
    { ...address, bucket: 'nobodys-bucket' },
    {
      ...address,
      credentials: { accessKeyId: address.credentials?.accessKeyId ?? '', secretAccessKey: 'wrong' },
    },
  ]
  for (const each of wrong) {
    const opening = openS3Storage(each, SHORT)
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/^BLOB_URL names the bucket [\w-]+, which cannot be used: \w+\.$/)
  }
})

test('a bucket that cannot be reached yet does not stop the opening of the store', async () => {
  await way.leave()
  const storage = await openS3Storage(address, SHORT)
  await way.comeBack()
  await expect(storage.probe()).resolves.toBeUndefined()
})
