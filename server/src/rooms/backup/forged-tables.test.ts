import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Manifest } from '../../engines/backup/manifest.ts'
import { restoreTarget, BACKUP_COMMANDS, type RestoreTarget } from '../../testing/restore-target.ts'
import { forgeList, forgeManifest } from '../../testing/forged-backup.ts'
import { runCommand } from '../../testing/run-command.ts'
import { INFECTED_PDF, CLEAN_PDF, scanCalls, type ScanCalls, SCANNED } from '../../testing/scan-calls.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof SCANNED>
let scans: ScanCalls
let folder: string
let bare: RestoreTarget
beforeAll(async () => {
  portal = await testPortal(SCANNED)
  scans = scanCalls(portal)
  folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
  bare = await restoreTarget()
  await fill()
  await run('backup', inFolder('sound'))
})
afterAll(async () => {
  await portal.close()
  await bare.remove()
  await rm(folder, { recursive: true, force: true })
})

const inFolder = (name: string) => join(folder, name)
const run = (...words: string[]) => runCommand(portal.world, BACKUP_COMMANDS, { words })

/** Adds clean, waiting, quarantined and refused files. */
async function fill(): Promise<void> {
  await scans.store(CLEAN_PDF, 'clean.pdf')
  portal.scanner.be('fail')
  await scans.store(INFECTED_PDF, 'infected.pdf')
  portal.scanner.be('scan')
  await portal.scanner.scanNow()
  expect((await scans.send(INFECTED_PDF, 'refused.pdf')).statusCode).toBe(415)
  portal.scanner.be('fail')
  await scans.store(CLEAN_PDF, 'pending.pdf')
  portal.scanner.be('scan')
}

const without =
  (...names: string[]) =>
  (manifest: Manifest): Manifest => ({
    ...manifest,
    tables: manifest.tables.filter(({ name }) => !names.includes(name)),
  })

describe('check and restore refuse a backup with forged tables', () => {
  test.each<[string, (manifest: Manifest) => Manifest, RegExp]>([
    [
      'without the audit record',
      without('audit_record', 'audit_chain'),
      /does not fit: it lacks the table audit_/,
    ],
    ['without a table', without('refused_upload'), /does not fit: it lacks the table refused_upload\.$/],
    [
      'with a table that is none of the portal',
      (manifest) => ({
        ...manifest,
        tables: manifest.tables.flatMap((table) =>
          table.name === 'document' ? [table, { ...table, name: 'pg_authid' }] : [table],
        ),
      }),
      /does not fit: its table pg_authid has other columns/,
    ],
    [
      'with other columns',
      (manifest) => ({
        ...manifest,
        tables: manifest.tables.map((table) => ({
          ...table,
          columns: table.columns.map((name) => (name === 'file_name' ? 'file_nome' : name)),
        })),
      }),
      /has other columns/,
    ],
    [
      'without a sequence',
      (manifest) => ({ ...manifest, sequences: manifest.sequences.slice(1) }),
      /does not fit: it has not the sequences/,
    ],
  ])('%s', async (what, change, refusal) => {
    await cp(inFolder('sound'), inFolder(what), { recursive: true })
    await forgeManifest(inFolder(what), change)
    await expect(run('backup', inFolder(what), '--check')).rejects.toThrow(refusal)
    await expect(bare.restore(inFolder(what))).rejects.toThrow(refusal)
  })

  test('with a repeated object', async () => {
    await cp(inFolder('sound'), inFolder('twice'), { recursive: true })
    await forgeList(inFolder('twice'), 'list', ([first = '', , ...lines]) => [first, first, ...lines])
    const refusal = /is damaged: its lists of objects do not agree/
    await expect(run('backup', inFolder('twice'), '--check')).rejects.toThrow(refusal)
    await expect(bare.restore(inFolder('twice'))).rejects.toThrow(refusal)
  })
})

test('D01 infected, unscanned and refused files keep that state in the restored portal', async () => {
  const states = `
    SELECT o.key, o.state, scan_state, scan_finding, scan_trouble, scan_tries, scan_due, scanned_at, r.file_name, r.uploaded_at
    FROM stored_object AS o LEFT JOIN refused_upload AS r USING (key) ORDER BY o.key`
  const { rows } = await portal.pool.query<{ scan_state: string }>(states)
  expect(rows.map(({ scan_state: state }) => state).toSorted()).toEqual([
    'clean',
    'infected',
    'infected',
    'pending',
  ])
  const target = await restoreTarget()
  try {
    await target.restore(inFolder('sound'))
    await target.open(async ({ database }) => expect((await database.pool.query(states)).rows).toEqual(rows))
  } finally {
    await target.remove()
  }
})

test('one line names a bucket that cannot be reached', async () => {
  const bucket = 's3://backups/portal?endpoint=http://127.0.0.1:9&region=here'
  const keys = { accessKeyId: 'somebody', secretAccessKey: 'a-secret-of-somebody' }
  const world = { ...portal.world, settings: { ...portal.world.settings, bucketKeys: keys } }
  for (const words of [
    ['backup', bucket],
    ['backup', bucket, '--check'],
    ['backup', 'list', bucket],
  ]) {
    await expect(runCommand(world, BACKUP_COMMANDS, { words })).rejects.toThrow(
      `${bucket} cannot be used: The storage cannot be used: ECONNREFUSED.`,
    )
  }
})
