import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deleteUpload } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { listFilesAndFolders } from '../../testing/list-files.ts'
import { readTables } from '../../engines/backup/catalog.repository.ts'
import { verifyAudit } from '../../records/audit/verify-audit.usecases.ts'
import { restoreTarget, BACKUP_COMMANDS, type RestoreTarget } from '../../testing/restore-target.ts'
import { testDatabase } from '../../testing/database.ts'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../testing/owner-calls.ts'
import { hashesOfRows } from '../../testing/portal-rows.ts'
import { runCommand } from '../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import type { OpenedWorld } from '../../world.ts'
import { isSound, verifyDocuments } from '../files/verify/verify.usecases.ts'
import { FILLED_AT_BIRTH, LEFT_OUT } from './portal-data.repository.ts'

/** Only the text format of COPY restores this: in CSV one of its lines means the end of the data. */
const AWKWARD = 'First\n\\.\nthen\ta tab, a \\N, "quotes" and Müller'

/** The restore adds its own record, so these two are compared by digest. */
const NOT_COMPARED = [...Object.keys(LEFT_OUT), 'audit_record', 'audit_chain']

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls
let folder: string
const bares: RestoreTarget[] = []
beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
  folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  await fill()
})
afterAll(async () => {
  await portal.close()
  for (const bare of bares) await bare.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Documents of every kind, in the list, in the bin and gone, with parties, rolls, links and people. */
async function fill(): Promise<void> {
  const ids: number[] = []
  for (const [extension, bytes] of Object.entries(SAMPLE_FILES)) {
    ids.push(await upload({ fileName: `paper.${extension}`, bytes, description: AWKWARD }))
  }
  const roll = ['OwnerNbr,OwnerName,CurrentValue', '501,"Permian, Basin & Söhne",1200.50', '502,Plains,']
  await owners.load(roll, { county: 'Midland', year: 2026 })
  await owners.load(['Id,OrganizationName,Name', '501,Permian Basin,Permian'], {
    kind: 'organizations',
    county: 'Midland',
  })
  await owners.link(ids[0] ?? 0, 501)
  await portal.call(portal.people.administrator, deleteUpload, { params: { fileId: ids[1] ?? 0 } })
}

type Paper = { fileName: string; bytes: Buffer; description?: string }

async function upload(paper: Paper): Promise<number> {
  return storeDocument(portal, portal.people.administrator, {
    categoryId: 1,
    typeId: 1,
    countyId: portal.counties.midland,
    ...paper,
  })
}

async function bare(options = {}): Promise<RestoreTarget> {
  const made = await restoreTarget(options)
  bares.push(made)
  return made
}

const backUp = (name: string, ...more: string[]) =>
  runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', join(folder, name), ...more] })

async function hashesOf({ database, storage }: Pick<OpenedWorld, 'database' | 'storage'>) {
  const rows = await database.kysely
    .selectFrom('document')
    .select(['id', 'storage_key', 'byte_size'])
    .orderBy('id')
    .execute()
  const hashes = new Map<number, string>()
  for (const { id, storage_key: key, byte_size: size } of rows) {
    const bytes = await buffer(await storage.read(key, size))
    hashes.set(id, createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes
}

describe('restored on a bare machine', () => {
  let target: RestoreTarget
  let before: { digest: string; rows: object; documents: Map<number, string>; number: number }

  beforeAll(async () => {
    before = {
      digest: (await verifyAudit(portal.world, () => {})).digest,
      rows: await hashesOfRows(portal.pool, NOT_COMPARED),
      documents: await hashesOf(portal.world),
      number: await nextNumber(portal.pool),
    }
    target = await bare()
  })

  test('C22 a backup restores the same portal on a bare machine: every row, every byte, the audit record and its digest', async () => {
    const { digest, rows, documents } = before
    const { json, exitCode } = await backUp('whole')
    expect(exitCode).toBe(0)
    expect(json).toMatchObject({ documents: documents.size, lacking: 0, isWhole: true })

    const restored = await target.restore(join(folder, 'whole'))
    expect(restored.json).toMatchObject({ documents: documents.size, lacking: 0, auditDigest: digest })
    await target.open(async (world) => {
      expect(isSound(await verifyDocuments(world))).toBe(true)
      expect(await hashesOf(world)).toEqual(documents)
      const audit = await verifyAudit(world, () => {})
      expect(audit.problem).toBe(null)
      // The newest record is that of the restore.
      const { rows: last } = await world.database.pool.query<{ action: string }>(
        'SELECT action FROM audit_record ORDER BY id DESC LIMIT 1',
      )
      expect(last).toEqual([{ action: 'backup.restored' }])
      const after = await hashesOfRows(world.database.pool, NOT_COMPARED)
      expect(after).toEqual(rows)
    })
  })

  test('sessions are not restored: everyone signs in again', async () => {
    expect(await sessionsOf(portal.world)).not.toEqual([])
    await target.open(async (world) => expect(await sessionsOf(world)).toEqual([]))
  })

  test('numbers continue: a restored portal assigns no number twice', async () => {
    await target.open(async ({ database }) => {
      expect(await nextNumber(database.pool)).toBeGreaterThan(before.number)
    })
  })
})

const sessionsOf = ({ database }: Pick<OpenedWorld, 'database'>) =>
  database.kysely.selectFrom('session').selectAll().execute()

/** Consumes the number of the next document. */
async function nextNumber(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ next: string }>(
    `SELECT nextval(pg_get_serial_sequence('document', 'id')) AS next`,
  )
  return Number(rows[0]?.next)
}

test('C22 a backup taken during uploads contains every document that was acknowledged before it began', async () => {
  const acknowledged = new Map<number, string>()
  const over = new AbortController()
  const uploading = Array.from({ length: 3 }, async () => {
    while (!over.signal.aborted) {
      const bytes = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(20_000)])
      const id = await upload({ fileName: 'load.pdf', bytes })
      acknowledged.set(id, createHash('sha256').update(bytes).digest('hex'))
    }
  })
  await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(5)
  const before = new Map(acknowledged)
  await backUp('under-load')
  over.abort()
  await Promise.all(uploading)
  expect(acknowledged.size).toBeGreaterThan(before.size)

  const target = await bare()
  await target.restore(join(folder, 'under-load'))
  await target.open(async (world) => {
    expect(isSound(await verifyDocuments(world))).toBe(true)
    const restored = await hashesOf(world)
    for (const [id, hash] of before) expect(restored.get(id)).toBe(hash)
  })
})

test('if another role owns the tables, that role restores them, and the portal’s role has its rights', async () => {
  await backUp('owned')
  const target = await bare({ ownsNothing: true })
  await target.restore(join(folder, 'owned'))
  await target.open(async (world) => {
    expect(isSound(await verifyDocuments(world))).toBe(true)
    expect((await verifyAudit(world, () => {})).problem).toBe(null)
    await expect(world.database.pool.query('DROP TABLE document')).rejects.toThrow('must be owner')
    const again = { words: ['backup', join(folder, 'by another role')] }
    expect((await runCommand(world, BACKUP_COMMANDS, again)).json).toMatchObject({ lacking: 0 })
  })
})

test('only the owner can read a backup’s files', async () => {
  await backUp('private')
  for (const { path, isFolder } of await listFilesAndFolders(join(folder, 'private'))) {
    expect([path, (await stat(path)).mode & 0o777]).toEqual([path, isFolder ? 0o700 : 0o600])
  }
})

test('a backup and its restore are in the audit record, and the portal knows its last backup', async () => {
  const { json } = await backUp('noted')
  const { rows } = await portal.pool.query(
    `SELECT action, subject_kind, subject_id FROM audit_record WHERE action LIKE 'backup%' ORDER BY id DESC LIMIT 1`,
  )
  const { id } = json as { id: string }
  expect(rows).toEqual([{ action: 'backup.made', subject_kind: 'backup', subject_id: id }])
  const { rows: runs } = await portal.pool.query(
    'SELECT failure, ended_at IS NOT NULL AS ended, document_count > 0 AS counted FROM backup_run WHERE id = $1',
    [id],
  )
  expect(runs).toEqual([{ failure: null, ended: true, counted: true }])
})

test('every table is in the backup or listed with a reason', async () => {
  const tables = (await readTables(portal.pool)).map(({ name }) => name)
  const there = await listFilesAndFolders(join(folder, 'whole', 'tables'))
  const backedUp = there.filter(({ isFolder }) => !isFolder).map(({ path }) => basename(path, '.tsv.zst'))
  expect([...backedUp, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(tables.toSorted())
})

test('in a new portal exactly the expected tables have rows', async () => {
  const fresh = await testDatabase()
  try {
    const hashes = await hashesOfRows(fresh.pool, Object.keys(LEFT_OUT))
    const filled = Object.keys(hashes).filter((name) => hashes[name] !== null)
    expect(filled.toSorted()).toEqual(FILLED_AT_BIRTH.toSorted())
  } finally {
    await fresh.close()
  }
})
