import { uploadFile } from '@portal/contract/files/files.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import { documentCommands } from '../../../rooms/files/files.commands.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import {
  ageStoredObjects,
  byTheMachinesClock,
  knownObjects,
  storedObjects,
} from '../../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { claimDue, countDue, recordStaged } from './stored-objects.repository.ts'
import { removalsDue, removeDeletedBytes, sweepBrokenUploads, sweepLeftovers } from './sweep-stored-bytes.ts'

let portal: TestPortal
beforeEach(async () => void (portal = await testPortal()))
afterEach(() => portal.close())

const server = () => byTheMachinesClock(portal.world)
const db = () => portal.world.database.kysely

/** Adds this many holds on the bytes. */
const hold = (key: string, holds: number) =>
  portal.pool.query('UPDATE stored_object SET holds = $2 WHERE key = $1', [key, holds])

async function* inOnePiece(): AsyncGenerator<Buffer> {
  yield Buffer.from('left behind')
}

/** The leftover of an upload that broke off after its bytes were kept. */
async function broken(): Promise<string> {
  const key = newStorageKey()
  await recordStaged(db(), key)
  await portal.world.storage.stage(key, inOnePiece(), { largest: 100 })
  await portal.world.storage.keep(key)
  return key
}

/** Documents that were permanently deleted a month ago. */
async function deleted(count: number): Promise<string[]> {
  const person = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  for (let n = 0; n < count; n++) {
    const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
    expect((await portal.call(person, uploadFile, form)).statusCode).toBe(200)
  }
  const { rows } = await portal.pool.query<{ key: string }>(
    'DELETE FROM document RETURNING storage_key AS key',
  )
  await ageStoredObjects(portal.pool, 30)
  return rows.map(({ key }) => key)
}

test('held bytes of a deleted document are neither due nor claimed nor removed, until the last hold ends', async () => {
  const [held = '', other = ''] = await deleted(2)
  const due = removalsDue(server())
  await hold(held, 2)
  expect(await countDue(db(), due)).toBe(1)
  expect(await claimDue(db(), due, 10)).toEqual([other])
  await ageStoredObjects(portal.pool, 0)
  expect(await removeDeletedBytes(server())).toBe(1)
  await hold(held, 1)
  expect([await countDue(db(), due), await claimDue(db(), due, 10)]).toEqual([0, []])
  expect(await removeDeletedBytes(server())).toBe(0)
  expect([(await storedObjects(portal.world.storage)).kept, await knownObjects(portal.pool)]).toEqual([
    [held],
    { [held]: 'removing' },
  ])
  await hold(held, 0)
  expect([await countDue(db(), due), await removeDeletedBytes(server())]).toEqual([1, 1])
  expect((await storedObjects(portal.world.storage)).kept).toEqual([])
})

test('held bytes of a broken upload are not quarantined', async () => {
  const [held, other] = [await broken(), await broken()]
  await ageStoredObjects(portal.pool, 2)
  await hold(held, 1)
  await sweepLeftovers(server())
  await sweepBrokenUploads(server())
  expect(await storedObjects(portal.world.storage)).toEqual({
    staged: [],
    kept: [held],
    quarantined: [other],
  })
  expect(await knownObjects(portal.pool)).toEqual({ [held]: 'staged', [other]: 'quarantined' })
})

test('held bytes in quarantine are not released, by their key or with all others', async () => {
  const [held, other] = [await broken(), await broken()]
  await sweepBrokenUploads(server())
  await hold(held, 1)
  const remove = (...words: string[]) =>
    runCommand(server(), documentCommands, { words: ['quarantine', ...words] })
  expect((await remove('--remove', held)).json).toMatchObject({ removed: [] })
  expect((await remove('--remove', 'all')).json).toMatchObject({ removed: [other] })
  expect((await storedObjects(portal.world.storage)).quarantined).toEqual([held])
  expect(await knownObjects(portal.pool)).toEqual({ [held]: 'quarantined' })
  const { rows } = await portal.pool.query(
    `SELECT subject_id FROM audit_record WHERE action = 'stored_file.removed'`,
  )
  expect(rows).toEqual([{ subject_id: other }])
})
