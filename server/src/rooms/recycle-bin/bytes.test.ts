import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { removeDeletedBytes } from '../../records/stored-files/bytes/sweep-stored-bytes.ts'
import { verifyDocuments } from '../files/verify/verify.usecases.ts'
import { BACKGROUND } from '../../background.ts'
import { runJobs } from '../../engines/jobs/run-jobs.ts'
import { binCalls, type BinCalls } from '../../testing/bin-calls.ts'
import { withOtherServers } from '../../testing/other-servers.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import {
  ageStoredObjects,
  aDayLater,
  byTheMachinesClock,
  knownObjects,
  storedObjects,
} from '../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'

const LARGE = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(20_000_000, 'county ')])

let portal: TestPortal<typeof TWO_COUNTIES>
let bin: BinCalls

beforeAll(async () => {
  portal = await testPortal(TWO_COUNTIES)
  bin = binCalls(portal)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await portal.pool.query('DELETE FROM document; DELETE FROM stored_object')
  for (const key of await kept()) await portal.world.storage.remove(key)
})
afterAll(() => portal.close())

const kept = async () => (await storedObjects(portal.world.storage)).kept

/** A server on the machine's clock that keeps deleted bytes for that many days. */
function server({ keepDeletedDays }: { keepDeletedDays: number }) {
  const world = byTheMachinesClock(portal.world)
  return { ...world, settings: { ...world.settings, keepDeletedDays } }
}

test('R5.38 bytes are removed after the commit, immediately if the settings keep them for 0 days, and no other bytes', async () => {
  // By the machine's clock the sessions of this test have expired. Other work would sweep them.
  const regular = BACKGROUND.regular.filter(({ run }) => run === removeDeletedBytes)
  const jobs = runJobs(server({ keepDeletedDays: 0 }), { jobs: [], regular })
  const [file, other] = [await bin.storeInBin(), await bin.storeInBin()]
  const keyOfOther = await bin.storageKeyOf(other)
  await bin.deleteForGood(file)
  await vi.waitFor(async () => expect(await kept()).toEqual([keyOfOther]), { timeout: 30_000 })
  expect(await bin.deleteMany([other])).toMatchObject([200, { deleted: 1 }])
  await vi.waitFor(async () => expect(await kept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
})

test('R5.38 V14.2.7 B04 bytes of permanently deleted documents stay for the days of the settings and are then removed, however often it is killed', async () => {
  const [file, other] = [await bin.storeInBin(), await bin.storeInBin()]
  const [key, keyOfOther] = [await bin.storageKeyOf(file), await bin.storageKeyOf(other)]
  await bin.deleteForGood(file)
  expect(await bin.placesOf([file])).toEqual(['gone'])
  await ageStoredObjects(portal.pool, 6)
  expect(await removeDeletedBytes(server({ keepDeletedDays: 7 }))).toBe(0)
  expect(await verifyDocuments(aDayLater(portal.world))).toMatchObject({
    orphans: [],
    damaged: [],
    pendingDeletions: 1,
    overdueDeletions: 0,
  })
  expect((await kept()).toSorted()).toEqual([key, keyOfOther].toSorted())
  await ageStoredObjects(portal.pool, 1)
  // Killed after the removal: it runs again without harm.
  await portal.world.storage.remove(key)
  expect(await removeDeletedBytes(server({ keepDeletedDays: 7 }))).toBe(1)
  expect(await kept()).toEqual([keyOfOther])
  expect(await verifyDocuments(aDayLater(portal.world))).toMatchObject({ orphans: [], pendingDeletions: 0 })
})

test('bytes that cannot be removed are retried without end, delay no others, and verify names them once they are a day late', async () => {
  const files = [await bin.storeInBin(), await bin.storeInBin()]
  const [stuck = '', other] = await Promise.all(files.map((file) => bin.storageKeyOf(file)))
  await bin.deleteMany(files)
  await ageStoredObjects(portal.pool, 8)
  const { storage } = portal.world
  const { remove } = storage
  vi.spyOn(storage, 'remove').mockImplementation((key) =>
    key === stuck ? Promise.reject(new Error('EIO')) : remove(key),
  )
  const world = server({ keepDeletedDays: 7 })
  expect(await removeDeletedBytes(world)).toBe(1)
  expect(await kept()).toEqual([stuck])
  // It is not retried immediately, because others come first.
  expect(await removeDeletedBytes(world)).toBe(0)
  for (let tries = 0; tries < 20; tries++) {
    await ageStoredObjects(portal.pool, 0)
    expect(await removeDeletedBytes(world)).toBe(0)
  }
  expect(await verifyDocuments(portal.world)).toMatchObject({ pendingDeletions: 1, overdueDeletions: 1 })
  vi.restoreAllMocks()
  await ageStoredObjects(portal.pool, 0)
  expect(await removeDeletedBytes(world)).toBe(1)
  expect(await kept()).toEqual([])
  expect(await portal.pool.query('SELECT FROM stored_object WHERE key = $1', [other])).toMatchObject({
    rowCount: 0,
  })
})

test('C21 each of several servers removes a part, and none that another server is removing', async () => {
  const files = await Promise.all(Array.from({ length: 40 }, () => bin.storeInBin()))
  await bin.deleteMany(files)
  await ageStoredObjects(portal.pool, 7)
  const done: string[] = []
  await withOtherServers(portal, 3, async (databases) => {
    const removed = await Promise.all(
      databases.map((database) =>
        removeDeletedBytes({
          ...server({ keepDeletedDays: 7 }),
          database,
          storage: { ...portal.world.storage, remove: async (key) => void done.push(key) },
        }),
      ),
    )
    expect(removed.reduce((sum, n) => sum + n, 0)).toBe(40)
  })
  expect(new Set(done).size).toBe(done.length)
})

test('A18 bytes of a document are never removed, whatever a job requests', async () => {
  const file = await bin.storeInBin()
  const key = await bin.storageKeyOf(file)
  await portal.pool.query("UPDATE stored_object SET state = 'removing' WHERE key = $1", [key])
  await ageStoredObjects(portal.pool, 30)
  expect(await removeDeletedBytes(server({ keepDeletedDays: 0 }))).toBe(0)
  expect(await kept()).toEqual([key])
})

test('bytes that another server removes during a listing of the store are not reported as orphans', async () => {
  const file = await bin.storeInBin()
  const key = await bin.storageKeyOf(file)
  await portal.pool.query('DELETE FROM document WHERE id = $1', [file])
  const { storage } = portal.world
  const world = aDayLater({
    ...portal.world,
    storage: {
      ...storage,
      async *list() {
        for await (const object of storage.list()) {
          await storage.remove(key)
          await portal.pool.query('DELETE FROM stored_object')
          yield object
        }
      },
    },
  })
  expect(await verifyDocuments(world)).toMatchObject({ orphans: [] })
})

/** In the middle of a deletion's transaction. */
const LOSE_CONNECTION = `
  CREATE FUNCTION lose_connection() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid());
    RETURN NULL;
  END $$;
  CREATE TRIGGER played AFTER DELETE ON document FOR EACH STATEMENT EXECUTE FUNCTION lose_connection()`

test('V2.3.3 B05 a deletion whose connection dies before the commit: the document and its bytes stay, and no removal is queued', async () => {
  const files = [await bin.storeInBin(), await bin.storeInBin()]
  await portal.pool.query(LOSE_CONNECTION)
  const [status] = await bin.deleteMany(files)
  await portal.pool.query('DROP FUNCTION lose_connection CASCADE')
  expect(status).toBe(503)
  expect(await bin.placesOf(files)).toEqual(['bin', 'bin'])
  expect(Object.values(await knownObjects(portal.pool))).toEqual(['kept', 'kept'])
  expect(await removeDeletedBytes(server({ keepDeletedDays: 0 }))).toBe(0)
  expect(await kept()).toHaveLength(2)
  for (const file of files) expect(await bin.recordsOf(file)).toEqual([])
})

test('B03 a reader in the middle of a permanently deleted document gets all of it', async () => {
  const file = await bin.store(portal.people.clerk, LARGE)
  const { port } = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  const path = `/api/files/uploads/${file}/download`
  const asked = get({ port, host: '127.0.0.1', path, headers: { cookie: portal.people.clerk.cookie } })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await bin.moveToBin(file)
  await bin.deleteForGood(file)
  await removeDeletedBytes(server({ keepDeletedDays: 0 }))
  expect(await kept()).toEqual([])
  expect((await buffer(response)).equals(LARGE)).toBe(true)
})

test('B03 a reader who comes during the removal gets that the document is gone, without an alarm', async () => {
  const file = await bin.storeInBin()
  const { storage } = portal.world
  const { read } = storage
  vi.spyOn(storage, 'read').mockImplementationOnce(async (...asked) => {
    await bin.deleteForGood(file)
    await removeDeletedBytes(server({ keepDeletedDays: 0 }))
    return read(...asked)
  })
  const url = `/api/files/uploads/${file}/download`
  const answer = await portal.as(portal.people.clerk)({ method: 'GET', url })
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { error: 'This file does not exist.', code: 'document.not_found' },
  ])
  expect(portal.log.join('\n')).not.toContain('missing or damaged')
})
