import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import {
  ageStoredObjects,
  byTheMachinesClock,
  knownObjects,
  storedObjects,
} from '../../../testing/stored-objects.ts'
import { CLOCKS_AGREE } from '../../../testing/test-clock.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { uniqueAddress } from '../../../testing/unique-address.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { recordStaged } from './stored-objects.repository.ts'
import { removeDeletedBytes, sweepBrokenUploads, sweepLeftovers } from './sweep-stored-bytes.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal()
})
beforeEach(async () => {
  const { storage } = portal.world
  const { staged, kept, quarantined } = await lying()
  for (const key of staged) await storage.discard(key)
  for (const key of kept) await storage.remove(key)
  for (const key of quarantined) await storage.removeQuarantined(key)
  await portal.pool.query('TRUNCATE document, stored_object, backup_run CASCADE')
  portal.log.length = 0
})
afterAll(() => portal.close())

const server = () => byTheMachinesClock(portal.world)
const lying = () => storedObjects(portal.world.storage)
const known = () => knownObjects(portal.pool)

/** The leftover of an upload that broke off at the given stage. */
async function broken({
  isKept = false,
  isNoted = true,
}: { isKept?: boolean; isNoted?: boolean } = {}): Promise<string> {
  const key = newStorageKey()
  if (isNoted) await recordStaged(portal.world.database.kysely, key)
  await portal.world.storage.stage(key, inOnePiece(), { largest: 100 })
  if (isKept) await portal.world.storage.keep(key)
  return key
}

async function* inOnePiece(): AsyncGenerator<Buffer> {
  yield Buffer.from('left behind')
}

async function stored(): Promise<string> {
  const clerk = await portal.addPerson({ email: uniqueAddress('admin', 'firm.example'), isAdmin: true })
  const form = uploadForm({ fileName: 'rendition.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  expect((await portal.call(clerk, uploadFile, form)).statusCode).toBe(200)
  const { rows } = await portal.pool.query<{ key: string }>('SELECT storage_key AS key FROM document')
  return rows[0]?.key ?? ''
}

test('an upload is recorded in the database before its bytes are kept, and a document leaves no other record', async () => {
  const { storage } = portal.world
  const { keep } = storage
  const seen: string[] = []
  vi.spyOn(storage, 'keep').mockImplementationOnce(async (key) => {
    seen.push(...Object.values(await known()))
    await keep(key)
  })
  const key = await stored()
  expect(seen).toEqual(['staged'])
  expect(await known()).toEqual({ [key]: 'kept' })
})

test('R1.27 V14.2.7 A18 A19 broken uploads of more than a day are discarded, their kept bytes quarantined, and nothing else is touched', async () => {
  const document = await stored()
  const staged = await broken()
  const kept = await broken({ isKept: true })
  const unknown = await broken({ isKept: true, isNoted: false })
  await sweepLeftovers(server())
  expect((await lying()).kept.toSorted()).toEqual([document, kept, unknown].toSorted())
  expect((await lying()).staged).toEqual([staged])
  await ageStoredObjects(portal.pool, 1)
  await sweepLeftovers(server())
  expect((await lying()).kept.toSorted()).toEqual([document, unknown].toSorted())
  expect(await lying()).toMatchObject({ staged: [], quarantined: [kept] })
  expect(await known()).toEqual({ [document]: 'kept', [kept]: 'quarantined' })
  expect(portal.log.join('\n')).toContain('were moved to quarantine')
})

test('staged bytes without a record are discarded after a day by the time of the store', async () => {
  const [young, old] = [await broken({ isNoted: false }), await broken({ isNoted: false })]
  const yesterday = new Date(Date.now() - 86_401_000)
  await utimes(join(portal.folder, 'documents/staging', old), yesterday, yesterday)
  await sweepLeftovers(server())
  expect((await lying()).staged).toEqual([young])
})

test('R1.27 A01 a server that is certainly the only one removes broken uploads immediately, and no kept bytes', async () => {
  await broken()
  await broken({ isNoted: false })
  const [kept, unknown] = [await broken({ isKept: true }), await broken({ isKept: true, isNoted: false })]
  await sweepBrokenUploads(server())
  expect(await lying()).toEqual({ staged: [], kept: [unknown], quarantined: [kept] })
})

test('A19 bytes that become a document during quarantine are restored immediately', async () => {
  const key = await stored()
  await portal.pool.query(
    "UPDATE stored_object SET key = 'not yet these bytes'; UPDATE document SET storage_key = 'x'",
  )
  await recordStaged(portal.world.database.kysely, key)
  await ageStoredObjects(portal.pool, 1)
  const { quarantine } = portal.world.storage
  vi.spyOn(portal.world.storage, 'quarantine').mockImplementationOnce(async (asked) => {
    await portal.pool.query(
      "UPDATE stored_object SET state = 'kept', byte_size = 1, sha256 = sha256('') WHERE key = $1",
      [key],
    )
    return quarantine(asked)
  })
  await sweepLeftovers(server())
  expect(await lying()).toMatchObject({ kept: [key], quarantined: [] })
})

test('a move by another server of the same portal that returns half way is recorded, and missing bytes are forgotten', async () => {
  const kept = await broken({ isKept: true })
  // Killed between the move and its record.
  await portal.world.storage.quarantine(kept)
  await sweepLeftovers(server())
  expect(await known()).toEqual({ [kept]: 'quarantined' })
  await portal.world.storage.removeQuarantined(kept)
  await ageStoredObjects(portal.pool, 1)
  await sweepLeftovers(server())
  expect(await known()).toEqual({})
})

test.each([
  { whose: 'this machine', ofMachine: 70_000, ofStore: 0 },
  { whose: 'the store', ofMachine: 0, ofStore: 70_000 },
])(
  'C17 if the clock of $whose is a minute off nothing is swept, and /readyz gives the reason',
  async ({ whose, ofMachine, ofStore }) => {
    const [staged, document] = [await broken(), await stored()]
    await portal.pool.query('DELETE FROM document')
    await ageStoredObjects(portal.pool, 30)
    const { storage } = portal.world
    const world = {
      ...server(),
      skew: { ...CLOCKS_AGREE, isSound: () => ofMachine < 60_000 },
      storage: { ...storage, now: async () => new Date((await storage.now()).getTime() + ofStore) },
    }
    await sweepLeftovers(world)
    expect(await removeDeletedBytes(world)).toBe(0)
    expect(await lying()).toEqual({ staged: [staged], kept: [document], quarantined: [] })
    const warned = async () =>
      (await portal.app.inject({ url: '/readyz' })).json<{ warnings: string[] }>().warnings.join('\n')
    expect(await warned()).toContain(`Nothing is swept: the clock of ${whose} `)
    // Once the clocks agree it continues, and the warning ends.
    await sweepLeftovers(server())
    expect(await removeDeletedBytes(server())).toBe(1)
    expect(await lying()).toEqual({ staged: [], kept: [], quarantined: [] })
    expect(await warned()).not.toContain('Nothing is swept')
  },
)

test('one broken upload that cannot be removed delays no other', async () => {
  const [stuck, other] = [await broken(), await broken()]
  await ageStoredObjects(portal.pool, 30)
  const { storage } = portal.world
  const discard = (key: string) => (key === stuck ? Promise.reject(new Error('EIO')) : storage.discard(key))
  await sweepLeftovers({ ...server(), storage: { ...storage, discard } })
  expect(Object.keys(await known())).toEqual([stuck])
  expect((await lying()).staged).not.toContain(other)
})

test('/readyz shows how much is in quarantine', async () => {
  await broken({ isKept: true })
  await sweepBrokenUploads(server())
  await removeDeletedBytes(server())
  const { warnings } = (await portal.app.inject({ url: '/readyz' })).json<{ warnings: string[] }>()
  expect(warnings).toContain('Quarantine holds 1 stored file without a document: see portal quarantine.')
  expect(await readdir(join(portal.folder, 'documents/quarantine'))).toHaveLength(1)
})

test('C22 during a backup the bytes of deleted documents stay, and are removed once it has ended or is silent', async () => {
  const key = await stored()
  await portal.pool.query(
    `INSERT INTO backup_run (id, place, holds_until) VALUES (gen_random_uuid(), 'x', now() + interval '1 minute')`,
  )
  await portal.pool.query('DELETE FROM document')
  await ageStoredObjects(portal.pool, 30)
  expect(await removeDeletedBytes(server())).toBe(0)
  expect((await lying()).kept).toEqual([key])
  await portal.pool.query(`UPDATE backup_run SET holds_until = now() - interval '1 second'`)
  expect(await removeDeletedBytes(server())).toBe(1)
})
