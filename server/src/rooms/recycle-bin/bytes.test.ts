import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sweepLeftovers } from '../files/verify/sweep.ts'
import { verifyDocuments } from '../files/verify/verify.usecases.ts'
import { BACKGROUND } from '../../background.ts'
import { runJobs } from '../../engines/jobs/run-jobs.ts'
import { binPortal, type BinPortal } from '../../testing/bin-portal.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { aDayLater, storedObjects } from '../../testing/stored-objects.ts'

const LARGE = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(20_000_000, 'county ')])

let portal: BinPortal

beforeAll(async () => {
  portal = await binPortal()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await portal.pool.query('DELETE FROM document')
  for (const key of await kept()) await portal.world.storage.remove(key)
})
afterAll(() => portal.close())

const kept = async () => (await storedObjects(portal.world.storage)).kept
const jobsLeft = async () => (await portal.pool.query('SELECT FROM job')).rowCount

/** Lets jobs work until none is left. */
async function workOffJobs(): Promise<void> {
  const jobs = runJobs(portal.world, BACKGROUND)
  portal.world.jobs.wake()
  await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), { timeout: 30_000 })
  await jobs.stop()
}

test('bytes go after the commit, at once where a server runs, and the bytes of nobody else', async () => {
  const jobs = runJobs(portal.world, BACKGROUND)
  const [file, other] = [await portal.storeInBin(), await portal.storeInBin()]
  const keyOfOther = await portal.storageKeyOf(other)
  await portal.deleteForGood(file)
  await vi.waitFor(async () => expect(await kept()).toEqual([keyOfOther]), { timeout: 30_000 })
  expect(await portal.deleteMany([other])).toMatchObject([200, { deleted: 1 }])
  await vi.waitFor(async () => expect(await kept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
})

test('B04 killed after the commit: what is left waits for its job, is nobody’s orphan, and goes after the restart', async () => {
  const file = await portal.storeInBin()
  const key = await portal.storageKeyOf(file)
  await portal.deleteForGood(file)
  expect(await portal.placesOf([file])).toEqual(['gone'])
  const later = aDayLater(portal.world)
  expect(await verifyDocuments(later)).toMatchObject({ orphans: [], damaged: [], pendingDeletions: 1 })
  expect(await sweepLeftovers(later)).toBe(0)
  expect(await kept()).toEqual([key])
  await workOffJobs()
  expect(await kept()).toEqual([])
  expect(await verifyDocuments(later)).toMatchObject({ orphans: [], pendingDeletions: 0 })
})

test('B04 killed after the bytes went and before the job was done: it is done again without harm', async () => {
  const [file, other] = [await portal.storeInBin(), await portal.storeInBin()]
  const key = await portal.storageKeyOf(file)
  await portal.deleteForGood(file)
  await portal.world.storage.remove(key)
  await workOffJobs()
  expect(await kept()).toEqual([await portal.storageKeyOf(other)])
})

test('bytes that a job takes away while the store is listed are nobody’s orphan', async () => {
  await portal.deleteForGood(await portal.storeInBin())
  const { storage } = portal.world
  const world = aDayLater({
    ...portal.world,
    storage: {
      ...storage,
      async *list() {
        for await (const object of storage.list()) {
          await workOffJobs()
          yield object
        }
      },
    },
  })
  expect(await verifyDocuments(world)).toMatchObject({ orphans: [], pendingDeletions: 0 })
})

test('V2.3.3 B05 a deletion whose connection dies before the commit: the document and its bytes stay, nothing is queued', async () => {
  const files = [await portal.storeInBin(), await portal.storeInBin()]
  const { enqueue } = portal.world.jobs
  vi.spyOn(portal.world.jobs, 'enqueue').mockImplementation(async (transaction, ...others) => {
    await enqueue(transaction, ...others)
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(transaction)
  })
  const [status] = await portal.deleteMany(files)
  expect(status).toBe(503)
  expect(await portal.placesOf(files)).toEqual(['bin', 'bin'])
  expect(await jobsLeft()).toBe(0)
  expect(await kept()).toHaveLength(2)
  for (const file of files) expect(await portal.recordsOf(file)).toEqual([])
})

test('B03 a reader in the middle of a document that is deleted for good gets all of it', async () => {
  const file = await portal.store(portal.clerk, LARGE)
  const { port } = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  const path = `/api/files/uploads/${file}/download`
  const asked = get({ port, host: '127.0.0.1', path, headers: { cookie: portal.clerk.cookie } })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await portal.moveToBin(file)
  await portal.deleteForGood(file)
  await workOffJobs()
  expect(await kept()).toEqual([])
  expect((await buffer(response)).equals(LARGE)).toBe(true)
})

test('B03 a reader who comes while the bytes go hears that the document is gone, and no alarm sounds', async () => {
  const file = await portal.storeInBin()
  const { storage } = portal.world
  const { read } = storage
  vi.spyOn(storage, 'read').mockImplementationOnce(async (...asked) => {
    await portal.deleteForGood(file)
    await workOffJobs()
    return read(...asked)
  })
  const url = `/api/files/uploads/${file}/download`
  const answer = await portal.as(portal.clerk)({ method: 'GET', url })
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { error: 'This file does not exist.', code: 'document.not_found' },
  ])
  expect(portal.log.join('\n')).not.toContain('missing or damaged')
})
