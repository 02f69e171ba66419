import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFile, type Upload, deleteUpload } from '@portal/contract/files.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { aDayLater, storedObjects } from '../../../testing/stored-objects.ts'
import { REMOVE_STORED_BYTES } from '../../../records/documents/stored-bytes.job.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { findMibHashes } from '../../../records/documents/bytes/mib-hashes.repository.ts'
import { documentCommands } from '../files.commands.ts'
import { sweepBrokenUploads, sweepLeftovers } from './sweep.ts'
import type { Verdict } from './verify.usecases.ts'

let portal: TestPortal
let clerk: TestPerson

beforeEach(async () => {
  portal = await testPortal()
  clerk = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
})
afterEach(() => portal.close())

async function stored(bytes = SAMPLE_FILES.pdf): Promise<{ id: number; key: string; path: string }> {
  const form = uploadForm({ fileName: 'rendition.pdf', bytes, categoryId: 1, typeId: 1 })
  const answer = await portal.call(clerk, uploadFile, form)
  const id = answer.json<{ file: Upload }>().file.FileID
  const { rows } = await portal.pool.query<{ key: string }>(
    'SELECT storage_key AS key FROM document WHERE id = $1',
    [id],
  )
  const key = rows[0]?.key ?? ''
  return { id, key, path: join(portal.folder, 'documents', 'kept', key.slice(0, 2), key) }
}

async function bytesWithoutDocument({ isKept }: { isKept: boolean }): Promise<string> {
  const key = newStorageKey()
  await portal.world.storage.stage(key, inOnePiece(), { largest: 100 })
  if (isKept) await portal.world.storage.keep(key)
  return key
}

async function* inOnePiece(): AsyncGenerator<Buffer> {
  yield Buffer.from('left behind')
}

async function verify({ later = false } = {}) {
  const world = later ? aDayLater(portal.world) : portal.world
  const { exitCode, json, printed } = await runCommand(world, documentCommands, { words: ['verify'] })
  return { exitCode, verdict: json as Verdict & { ok: boolean }, lines: printed }
}

/** A deleted document whose bytes a job is to remove. */
async function deletedForGood(): Promise<string> {
  const { id, key } = await stored()
  await portal.world.database.kysely.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('document').where('id', '=', id).execute()
    await portal.world.jobs.enqueue(transaction, REMOVE_STORED_BYTES, { storageKey: key })
  })
  return key
}

test('a sound portal: all is well, the bin included', async () => {
  await stored()
  const { id } = await stored()
  await portal.call(clerk, deleteUpload, { params: { fileId: id } })
  const { exitCode, verdict, lines } = await verify({ later: true })
  expect(exitCode).toBe(0)
  expect(verdict).toEqual({
    ok: true,
    checked: 2,
    bytes: 2 * SAMPLE_FILES.pdf.length,
    damaged: [],
    orphans: [],
    brokenUploads: [],
    pendingDeletions: 0,
    deadJobs: [],
  })
  expect(lines).toEqual([`2 document(s), ${2 * SAMPLE_FILES.pdf.length} bytes: all is well.`])
})

test('V11.4.3 A16 A17 names a flipped byte, a missing file and one of another length', async () => {
  const [flipped, missing, longer] = [await stored(), await stored(), await stored()]
  const wrong = Buffer.from(SAMPLE_FILES.pdf)
  wrong[100] = (wrong[100] ?? 0) ^ 1
  await writeFile(flipped.path, wrong)
  await rm(missing.path)
  await appendFile(longer.path, '!')
  const { exitCode, verdict, lines } = await verify()
  expect(exitCode).toBe(1)
  expect(verdict.damaged.map(({ fileID, problem }) => [fileID, problem])).toEqual([
    [flipped.id, 'wrong content'],
    [missing.id, 'missing'],
    [longer.id, 'wrong size'],
  ])
  expect(lines[0]).toBe(`File ${flipped.id} (rendition.pdf): wrong content`)
})

test('A16 makes the hashes a MiB of a large document that has none, once the whole has proved itself', async () => {
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(3_000_000, 'county ')])
  const [sound, damaged, recent] = [await stored(bytes), await stored(bytes), await stored(bytes)]
  const hashesOf = ({ key }: { key: string }) => findMibHashes(portal.world.database.kysely, key)
  const made = await hashesOf(sound)
  expect(made).toHaveLength(3 * 32)
  await portal.pool.query('UPDATE stored_object SET mib_sha256 = NULL WHERE key <> $1', [recent.key])
  const wrong = Buffer.from(bytes)
  wrong[2_000_000] = 0
  await writeFile(damaged.path, wrong)
  expect((await verify()).verdict.damaged).toMatchObject([{ fileID: damaged.id, problem: 'wrong content' }])
  expect(await Promise.all([sound, damaged, recent].map(hashesOf))).toEqual([made, null, made])
})

test('A18 names what belongs to no document once it is a day old; pending deletions are no fault', async () => {
  const orphan = await bytesWithoutDocument({ isKept: true })
  const broken = await bytesWithoutDocument({ isKept: false })
  await deletedForGood()
  expect((await verify()).exitCode).toBe(0)
  const { exitCode, verdict } = await verify({ later: true })
  expect(exitCode).toBe(1)
  expect(verdict.orphans.map(({ storageKey }) => storageKey)).toEqual([orphan])
  expect(verdict.brokenUploads.map(({ storageKey }) => storageKey)).toEqual([broken])
  expect(verdict.pendingDeletions).toBe(1)
})

test('A18 names dead jobs, which nothing would do any more', async () => {
  await deletedForGood()
  await portal.pool.query('UPDATE job SET failed_at = now(), attempts = 12')
  const { exitCode, verdict, lines } = await verify()
  const line = expect.stringContaining('1 remove-stored-bytes job is dead') as string
  expect([exitCode, verdict.ok, lines[0]]).toEqual([1, false, line])
  expect(verdict).toMatchObject({ deadJobs: [line] })
})

test('V14.2.7 A18 A19 the sweeper removes leftovers of more than a day, and nothing else', async () => {
  const { id, key } = await stored()
  await portal.call(clerk, deleteUpload, { params: { fileId: id } })
  const pending = await deletedForGood()
  const orphan = await bytesWithoutDocument({ isKept: true })
  const broken = await bytesWithoutDocument({ isKept: false })
  expect(await sweepLeftovers(portal.world)).toBe(0)
  expect((await storedObjects(portal.world.storage)).kept.toSorted()).toEqual(
    [key, pending, orphan].toSorted(),
  )
  expect(await sweepLeftovers(aDayLater(portal.world))).toBe(2)
  const left = await storedObjects(portal.world.storage)
  expect(left.kept.toSorted()).toEqual([key, pending].toSorted())
  expect(left.staged).not.toContain(broken)
})

test('A01 a server that is surely alone sweeps at once what is only staged, and nothing that was kept', async () => {
  await bytesWithoutDocument({ isKept: false })
  const orphan = await bytesWithoutDocument({ isKept: true })
  await sweepBrokenUploads(portal.world)
  expect(await storedObjects(portal.world.storage)).toEqual({ staged: [], kept: [orphan] })
})

test('A19 bytes that become a document while the sweeper looks are kept', async () => {
  const { id, key } = await stored()
  await bytesWithoutDocument({ isKept: false })
  const name = (storageKey: string) =>
    portal.pool.query('UPDATE document SET storage_key = $1 WHERE id = $2', [storageKey, id])
  await name('not yet these bytes')
  // By the time the sweeper discards what is staged it has judged the batch, and taken our bytes for an orphan's.
  vi.spyOn(portal.world.storage, 'discard').mockImplementationOnce(async () => void (await name(key)))
  await sweepLeftovers(aDayLater(portal.world))
  expect((await storedObjects(portal.world.storage)).kept).toEqual([key])
})

test('with far more orphans than documents the sweeper suspects the wrong database and removes none', async () => {
  await Promise.all(Array.from({ length: 101 }, () => bytesWithoutDocument({ isKept: true })))
  expect(await sweepLeftovers(aDayLater(portal.world))).toBe(0)
  expect((await storedObjects(portal.world.storage)).kept).toHaveLength(101)
  expect(portal.log.some((line) => line.includes('Is this the right database?'))).toBe(true)
})
