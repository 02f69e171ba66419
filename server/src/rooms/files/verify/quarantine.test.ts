import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile } from '@portal/contract/files/files.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import { auditCommands } from '../../../records/audit/audit.commands.ts'
import { requireMatchingStore } from '../../../records/stored-files/bytes/store-identity.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { byTheMachinesClock, knownObjects, storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { documentCommands } from '../files.commands.ts'

let portal: TestPortal

beforeEach(async () => {
  portal = await testPortal()
  await requireMatchingStore(portal.world)
})
afterEach(() => portal.close())

const quarantine = (...words: string[]) =>
  runCommand(byTheMachinesClock(portal.world), documentCommands, { words: ['quarantine', ...words] })

/** Stores bytes without a document, two days old. */
async function keepUnknown(): Promise<string> {
  const key = newStorageKey()
  await portal.world.storage.stage(key, once(), { largest: 100 })
  await portal.world.storage.keep(key)
  const then = new Date(Date.now() - 2 * 86_400_000)
  await utimes(join(portal.folder, 'documents/kept', key.slice(0, 2), key), then, then)
  return key
}

async function* once(): AsyncGenerator<Buffer> {
  yield Buffer.from('of nobody')
}

const lying = () => storedObjects(portal.world.storage)

async function store(): Promise<string> {
  const clerk = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  await portal.call(clerk, uploadFile, form)
  return (await lying()).kept[0] ?? ''
}

test('A18 R5.131 files that verify names are quarantined by one command and removed permanently by a second, each with a record', async () => {
  const document = await store()
  const [one, other] = [await keepUnknown(), await keepUnknown()].toSorted() as [string, string]
  expect(await quarantine()).toMatchObject({ exitCode: 0, printed: ['0 files in quarantine.'] })
  expect((await quarantine('--unknown')).json).toMatchObject({ moved: 2, removed: [] })
  expect(await lying()).toMatchObject({ kept: [document] })
  expect((await lying()).quarantined.toSorted()).toEqual([one, other])
  expect(await knownObjects(portal.pool)).toMatchObject({ [one]: 'quarantined', [other]: 'quarantined' })

  const { json, printed } = await quarantine('--remove', one)
  expect(json).toMatchObject({ removed: [one], files: [{ storageKey: other, bytes: 9 }] })
  expect(printed.at(-2)).toBe('1 file was removed permanently.')
  expect((await lying()).quarantined).toEqual([other])
  expect((await quarantine('--remove', 'all')).json).toMatchObject({ removed: [other], files: [] })
  expect(await lying()).toEqual({ staged: [], kept: [document], quarantined: [] })
  expect(await knownObjects(portal.pool)).toEqual({ [document]: 'kept' })

  const { json: audit } = await runCommand(portal.world, auditCommands, { words: ['audit', '--json'] })
  const removed = (audit as { records: { code: string }[] }).records.filter(
    ({ code }) => code === 'stored_file.removed',
  )
  expect(removed.toReversed()).toMatchObject(
    [one, other].map((id) => ({ subject: { kind: 'stored file', id }, before: { bytes: 9 } })),
  )
})

test('bytes of a document cannot be removed from quarantine: they must go back first', async () => {
  const document = await store()
  await portal.world.storage.quarantine(document)
  expect((await quarantine('--remove', 'all')).json).toMatchObject({ removed: [], files: [] })
  expect(await lying()).toEqual({ staged: [], kept: [document], quarantined: [] })
})

test('a key that is not in quarantine is refused, and nothing is removed', async () => {
  await keepUnknown()
  await quarantine('--unknown')
  await expect(quarantine('--remove', newStorageKey())).rejects.toThrow(
    /^There is no [\da-f-]{36} in quarantine\.$/,
  )
})

test('C17 if clocks disagree nothing is quarantined', async () => {
  const key = await keepUnknown()
  const world = { ...portal.world, clock: { now: () => new Date(Date.now() - 63_000) } }
  const moving = runCommand(world, documentCommands, { words: ['quarantine', '--unknown'] })
  await expect(moving).rejects.toThrow(
    /^Nothing is swept: the clock of the store is 6\d s ahead of the database's\./,
  )
  expect((await lying()).kept).toEqual([key])
})
