import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '@portal/contract/files/files.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../../../engines/config/start-error.ts'
import { openDiskStorage } from '../../../engines/storage/disk/disk-storage.ts'
import { newStorageKey, StorageAway } from '../../../engines/storage/storage.ts'
import { documentCommands } from '../../../rooms/files/files.commands.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { requireMatchingStore } from './store-identity.ts'

let portal: TestPortal
let clerk: TestPerson

beforeEach(async () => {
  portal = await testPortal()
  clerk = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
})
afterEach(() => portal.close())

const check = () => requireMatchingStore(portal.world)
const idFile = () => join(portal.folder, 'documents/store-id')

async function ids() {
  const { rows } = await portal.pool.query<{ id: string }>('SELECT id FROM document_store')
  return [rows[0]?.id ?? null, await portal.world.storage.readId()]
}

/** Stores bytes as a portal of an older release does. */
async function store(count: number): Promise<void> {
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  for (let stored = 0; stored < count; stored++) await portal.call(clerk, uploadFile, form)
}

async function keepUnknown(): Promise<void> {
  const key = newStorageKey()
  await portal.world.storage.stage(key, once(), { largest: 10 })
  await portal.world.storage.keep(key)
}

async function* once(): AsyncGenerator<Buffer> {
  yield Buffer.from('unknown')
}

/** An empty folder in place of the store, like an unmounted disk. */
async function emptyStore(): Promise<void> {
  await rm(join(portal.folder, 'documents'), { recursive: true })
  await openDiskStorage(join(portal.folder, 'documents'))
}

test('a new portal names its store once, and recognizes it later', async () => {
  expect(await ids()).toEqual([null, null])
  // Two servers that start at the same time.
  await Promise.all([check(), check()])
  const [first] = await ids()
  expect(first).toMatch(/^[\da-f-]{36}$/)
  await store(1)
  await check()
  expect(await ids()).toEqual([first, first])
  expect(await readFile(idFile(), 'utf8')).toBe(`${first}\n`)
})

test('a portal of an older release names its own store, with or without a leftover or a lost file', async () => {
  await store(3)
  await keepUnknown()
  await check()
  expect((await ids())[0]).not.toBeNull()
})

test('killed between the two writes of the name, it uses the existing one', async () => {
  await check()
  const [id] = await ids()
  await store(2)
  await rm(idFile())
  await check()
  expect(await ids()).toEqual([id, id])
  await portal.pool.query('DELETE FROM document_store')
  await check()
  expect(await ids()).toEqual([id, id])
})

test.each([
  {
    what: 'a store of another name',
    prepare: () => writeFile(idFile(), '9c1cbb5e-3b3c-4d59-8a8b-2b60a4f0d7a2\n'),
    says: /^The database knows the store [\da-f-]{36}, and this is the store 9c1cbb5e-/,
  },
  {
    what: 'an empty folder where the store was',
    prepare: emptyStore,
    says: /^Of 3 documents that the database has, the store has the files of 0:/,
  },
  {
    what: 'a new database beside the documents of an old one',
    prepare: () =>
      portal.pool.query('DELETE FROM document; DELETE FROM stored_object; DELETE FROM document_store'),
    says: /^Of 3 files that lie in the store, the database knows 0:/,
  },
])('A18 $what is refused in one line with the remedy', async ({ prepare, says }) => {
  await check()
  await store(3)
  await check()
  await prepare()
  const before = await ids()
  const refused = check()
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(says)
  await expect(refused).rejects.toThrow(/run: npm run -s portal -- store adopt$/)
  expect(await ids()).toEqual(before)
})

/** Another empty folder, like that of a second server that should share the store of the first. */
const secondStore = () => openDiskStorage(join(portal.folder, 'second'))

test('A18 an empty store is refused if the database knows another one, also without documents', async () => {
  await check()
  const storage = await secondStore()
  const refused = requireMatchingStore({ ...portal.world, storage })
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(/, and this one has no name\. Is its disk mounted\? .* store adopt$/)
  expect(await storage.readId()).toBeNull()
})

test('A18 of two servers that start at the same time, each with its own empty store, one is refused', async () => {
  const storage = await secondStore()
  const starts = await Promise.allSettled([check(), requireMatchingStore({ ...portal.world, storage })])
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [ofDatabase, ofFirst] = await ids()
  expect([ofFirst, await storage.readId()]).toContain(ofDatabase)
  expect([ofFirst, await storage.readId()]).not.toEqual([ofDatabase, ofDatabase])
})

test('a store that cannot be written leaves the database without a name, and the next start writes one', async () => {
  const full = { ...portal.world.storage, writeId: () => Promise.reject(new Error('no space')) }
  await expect(requireMatchingStore({ ...portal.world, storage: full })).rejects.toThrow('no space')
  expect(await ids()).toEqual([null, null])
  await check()
  expect(await ids()).not.toContain(null)
})

test('after a manual restore a command adopts the store, with a record', async () => {
  await check()
  await store(1)
  const other = '9c1cbb5e-3b3c-4d59-8a8b-2b60a4f0d7a2'
  await writeFile(idFile(), other)
  const verify = () => runCommand(portal.world, documentCommands, { words: ['verify'] })
  expect((await verify()).printed).toContainEqual(expect.stringMatching(/^The database knows the store/))
  expect((await verify()).exitCode).toBe(1)
  const { json } = await runCommand(portal.world, documentCommands, { words: ['store', 'adopt'] })
  const [id] = await ids()
  expect(json).toEqual({ storeID: id, before: other })
  await check()
  expect((await verify()).exitCode).toBe(0)
  const { rows } = await portal.pool.query(
    `SELECT actor_kind, subject_id, before FROM audit_record WHERE action = 'store.adopted'`,
  )
  expect(rows).toEqual([{ actor_kind: 'command line', subject_id: id, before: { id: other } }])
})

test('R1.111 a store that does not respond stops the start in one line, and nothing is written', async () => {
  const away = new StorageAway('The storage cannot be used: ECONNREFUSED.')
  const storage = { ...portal.world.storage, readId: () => Promise.reject(away) }
  const refused = requireMatchingStore({ ...portal.world, storage })
  await expect(refused).rejects.toThrow(StartError)
  await expect(refused).rejects.toThrow(
    /^The portal cannot check that this document store is its own\. The storage cannot be used: ECONNREFUSED\. Check BLOB_URL and DATA_DIR, and start again when the store responds\.$/,
  )
  expect(await ids()).toEqual([null, null])
})
