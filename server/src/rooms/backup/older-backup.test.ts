import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeBackup } from '../../engines/backup/make-backup.ts'
import { placesWith } from '../../engines/backup/places.ts'
import { openDiskStorage } from '../../engines/storage/disk/disk-storage.ts'
import { newStorageKey, type Storage } from '../../engines/storage/storage.ts'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { recordHistory } from '../../records/audit/record.ts'
import { restoreTarget, type RestoreTarget } from '../../testing/restore-target.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { makeRelease0143 } from '../../testing/release-0143.ts'
import { runCommand } from '../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import type { OpenedWorld } from '../../world.ts'
import { documentCommands } from '../files/files.commands.ts'
import { isSound, verifyDocuments } from '../files/verify/verify.usecases.ts'
import { LEFT_OUT } from './portal-data.repository.ts'

/** The columns of stored bytes in those releases. */
const STORED_THEN = `
  SELECT storage_key, byte_size, encode(sha256, 'hex') FROM document ORDER BY storage_key COLLATE "C"`

const DOCUMENTS = 12
/** Months of the audit record from long before the database was made. */
const OLD_MONTHS = ['2025-06-15T12:00:00Z', '2025-09-30T23:59:59Z']

let older: TestDatabase
let target: RestoreTarget
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-older-backup-'))
  older = await testDatabase()
  target = await restoreTarget()
})
afterEach(async () => {
  await target.remove()
  await older.close()
  await rm(folder, { recursive: true, force: true })
})

/** Adds documents with bytes and their hashes, in the list and in the bin. */
async function addDocuments(storage: Storage): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  await older.pool.query(`
    INSERT INTO account (email, created_at) VALUES ('clerk@reeves.example', now());
    INSERT INTO county (name, created_at) VALUES ('Reeves', now()), ('Loving', now())`)
  for (let n = 0; n < DOCUMENTS; n++) {
    const [key, bytes] = [newStorageKey(), Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`of ${n}`)])]
    const inOnePiece = async function* () {
      yield bytes
    }
    await storage.stage(key, inOnePiece(), { largest: bytes.length })
    await storage.keep(key)
    const sha256 = createHash('sha256').update(bytes)
    await older.pool.query(
      `INSERT INTO document (uploaded_by, county_id, category_id, type_id, uploaded_at, appraisal_year, file_name,
         content_type, byte_size, sha256, storage_key, deleted_at)
       VALUES ((SELECT min(id) FROM account), (SELECT min(id) + $1 % 2 FROM county), 1, 1, $2, 2025, $3,
         'application/pdf', $4, $5, $6, $7)`,
      [
        n,
        OLD_MONTHS[n % 2],
        `${n}.pdf`,
        bytes.length,
        sha256.copy().digest(),
        key,
        n % 5 === 0 ? new Date() : null,
      ],
    )
    hashes.set(key, sha256.digest('hex'))
  }
  return hashes
}

/** A record in each of the old months. */
async function addHistory(): Promise<void> {
  const entries = OLD_MONTHS.map((at) => ({
    action: 'password.changed' as const,
    subject: { kind: 'account' as const, id: 1 },
    actor: COMMAND_LINE,
    at: new Date(at),
  }))
  await older.database.kysely.transaction().execute((transaction) => recordHistory(transaction, entries))
}

async function backUp(storage: Storage): Promise<string> {
  const location = join(folder, 'backup')
  const source = { pool: older.pool, storage, leftOut: Object.keys(LEFT_OUT), objects: STORED_THEN }
  const place = await placesWith(null).make(location)
  await makeBackup(source, place, { id: randomUUID(), since: null, onProgress: () => {} })
  return location
}

async function hashesOf({ database, storage }: OpenedWorld): Promise<Map<string, string>> {
  const rows = await database.kysely.selectFrom('document').select(['storage_key', 'byte_size']).execute()
  const hashes = new Map<string, string>()
  for (const { storage_key: key, byte_size: size } of rows) {
    const bytes = await buffer(await storage.read(key, size))
    hashes.set(key, createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes
}

test('C22 R1.105: a backup of release 0143 becomes a portal of this release: every document, and a sound database', async () => {
  await makeRelease0143(older.pool)
  const storage = await openDiskStorage(join(folder, 'documents'))
  const hashes = await addDocuments(storage)
  await addHistory()
  const restored = await target.restore(await backUp(storage))
  expect(restored.json).toMatchObject({ documents: DOCUMENTS, lacking: 0 })
  await target.open(async (world) => {
    expect(await hashesOf(world)).toEqual(hashes)
    expect(isSound(await verifyDocuments(world))).toBe(true)
    const { json } = await runCommand(world, documentCommands, { words: ['verify', '--database'] })
    expect(json).toEqual({ ok: true, findings: [] })
    for (const month of ['2025_06', '2025_09']) {
      const emptied = world.database.pool.query(`TRUNCATE audit_record_${month}`)
      await expect(emptied).rejects.toThrow('never changed or removed')
    }
  })
})

test.each([
  [
    'of a newer release',
    '9999-newer.sql',
    `INSERT INTO schema_migration (name, sha256) VALUES ('9999-newer.sql', repeat('0', 64))`,
  ],
  [
    'that another release wrote differently',
    '0100',
    `UPDATE schema_migration SET sha256 = repeat('0', 64) WHERE name LIKE '0100-%'`,
  ],
])(
  'a backup with a migration %s is refused, and the portal stays empty',
  async (_what, migration, change) => {
    const storage = await openDiskStorage(join(folder, 'documents'))
    await addDocuments(storage)
    await older.pool.query(change)
    await expect(target.restore(await backUp(storage))).rejects.toThrow(
      `The backup is of another release: this one does not know its migration ${migration}`,
    )
    await target.open(async ({ database }) => {
      expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([])
      expect(await database.kysely.selectFrom('document').selectAll().execute()).toEqual([])
    })
  },
)

test('R1.106: a backup of an older release names the release that restores it, and leaves the portal empty', async () => {
  await older.pool.query(`DELETE FROM schema_migration WHERE name > '0122'`)
  const location = await backUp(await openDiskStorage(join(folder, 'documents')))
  await expect(target.restore(location)).rejects.toThrow(
    'The backup is of a release before 0143, the oldest whose backups this one restores. Restore it with release 0143, then start this one on the restored portal.',
  )
  await target.open(async ({ database }) => {
    expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([])
  })
})
