import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIB_BYTES } from '../../../engines/storage/mib-tags.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storeDocument } from '../../../testing/store-document.ts'
import { aDayLater } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { findMibProof } from '../../../records/stored-files/bytes/mib-proof.repository.ts'
import { documentCommands } from '../files.commands.ts'
import type { Verdict } from './verify.usecases.ts'

let portal: TestPortal
let clerk: TestPerson

beforeEach(async () => {
  portal = await testPortal()
  clerk = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
})
afterEach(() => portal.close())

async function stored(bytes = SAMPLE_FILES.pdf): Promise<{ id: number; key: string; path: string }> {
  const id = await storeDocument(portal, clerk, { bytes })
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

/** A permanently deleted document whose bytes are still stored. */
async function deletedForGood(): Promise<string> {
  const { id, key } = await stored()
  await portal.pool.query('DELETE FROM document WHERE id = $1', [id])
  return key
}

test('a sound portal, including its bin, has no fault', async () => {
  await stored()
  const { id } = await stored()
  await portal.call(clerk, deleteUpload, { params: { fileId: id } })
  const { exitCode, verdict, lines } = await verify({ later: true })
  expect(exitCode).toBe(0)
  expect(verdict).toEqual({
    ok: true,
    audit: { anchors: 0, problems: [], warnings: [] },
    checked: 2,
    bytes: 2 * SAMPLE_FILES.pdf.length,
    damaged: [],
    damagedMails: [],
    orphans: [],
    brokenUploads: [],
    quarantined: [],
    pendingDeletions: 0,
    deadJobs: [],
    overdueDeletions: 0,
    infected: [],
    virusChecks: [],
    foreignStore: null,
  })
  expect(lines).toEqual([`2 documents, ${2 * SAMPLE_FILES.pdf.length} bytes: all is well.`])
})

test('R1.25 V11.4.3 A16 A17 names a flipped byte, a missing file and one of another length', async () => {
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

test('A16 makes the missing tags of a large document after its whole content has proved sound', async () => {
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(3_000_000, 'county ')])
  const [sound, damaged, recent] = [await stored(bytes), await stored(bytes), await stored(bytes)]
  const second = bytes.subarray(MIB_BYTES, 2 * MIB_BYTES)
  const proves = async ({ key }: { key: string }) => {
    const isProven = await findMibProof(portal.world.database.kysely, key)
    return isProven && isProven(second, 1)
  }
  await portal.pool.query('UPDATE stored_object SET mib_tags = NULL WHERE key <> $1', [recent.key])
  expect(await Promise.all([sound, damaged, recent].map(proves))).toEqual([null, null, true])
  const wrong = Buffer.from(bytes)
  wrong[2_000_000] = 0
  await writeFile(damaged.path, wrong)
  expect((await verify()).verdict.damaged).toMatchObject([{ fileID: damaged.id, problem: 'wrong content' }])
  expect(await Promise.all([sound, damaged, recent].map(proves))).toEqual([true, null, true])
})

test('R1.25 A18 names bytes without a document once they are a day old; pending deletions are no fault', async () => {
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

test('R1.60 A18 names dead jobs, which nothing would run anymore', async () => {
  await portal.pool.query(
    `INSERT INTO job (kind, payload, run_at, attempts, failed_at)
     VALUES ('write-owner-roll', '{"countyId": 1, "appraisalYear": 2026}', now(), 12, now())`,
  )
  const { exitCode, verdict, lines } = await verify()
  const line = expect.stringContaining('1 write-owner-roll job is dead') as string
  expect([exitCode, verdict.ok, lines[0]]).toEqual([1, false, line])
  expect(verdict).toMatchObject({ deadJobs: [line] })
})
