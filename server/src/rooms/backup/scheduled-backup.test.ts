import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { uploadFile } from '@portal/contract/files.ts'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { areRemovalsHeld, readRuns, type BackupRun } from '../../engines/backup/backup-runs.repository.ts'
import { BACKUP_COMMANDS } from '../../testing/bare-portal.ts'
import { flipBit } from '../../testing/flip-bit.ts'
import { runCommand } from '../../testing/run-command.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { uploadForm } from '../../testing/upload-form.ts'
import { createBackupNotices } from './last-backup.ts'
import { createScheduledBackup } from './scheduled-backup.ts'

let folder: string
let portal: TestPortal
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-schedule-'))
  portal = await testPortal({ environment: { BACKUP_DIR: folder, BACKUP_KEEP: '2' } })
  const person = await portal.addPerson({ email: 'admin@staff.example', isAdmin: true })
  const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
  await portal.call(person, uploadFile, form)
})
afterEach(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const backUpWhenDue = createScheduledBackup()
const look = (ending = new AbortController().signal) => backUpWhenDue(portal.world, ending)

/** What was begun lies further back; the database's clock is nobody's to move. */
const letPass = (time: string) =>
  portal.pool.query(
    `UPDATE backup_run SET begun_at = begun_at - $1::interval, ended_at = ended_at - $1::interval, holds_until = holds_until - $1::interval`,
    [time],
  )

async function listed(): Promise<{ name: string; isWhole: boolean }[]> {
  const { json } = await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', 'list'] })
  return (json as { backups: { name: string; isWhole: boolean }[] }).backups
}

async function lastRun(): Promise<BackupRun> {
  const [last] = (await readRuns(portal.world.database.kysely)).runs
  if (!last) throw new Error('No backup was begun.')
  return last
}

const kinds = async () => (await listed()).map(({ isWhole }) => (isWhole ? 'whole' : 'adds'))
const told = () => createBackupNotices(portal.world.settings)(portal.world.database.kysely)

test('a backup a day, by one of all servers that look', async () => {
  await Promise.all([look(), look(), look()])
  expect(await kinds()).toEqual(['whole'])
  await look()
  expect(await kinds()).toEqual(['whole'])
  await letPass('1 day')
  await look()
  expect(await kinds()).toEqual(['whole', 'adds'])
})

test('six add to a whole one, then one is whole; what the kept ones do not need goes', async () => {
  const names = new Set<string>()
  for (let day = 1; day <= 9; day++) {
    await look()
    for (const { name } of await listed()) names.add(name)
    await letPass('1 day')
  }
  expect(names.size).toBe(9)
  // The eighth is whole and the ninth adds to it: two are kept, and they need no other.
  expect(await kinds()).toEqual(['whole', 'adds'])
  expect(await readdir(folder)).toHaveLength(2)
})

test('after one that failed because an earlier one is damaged the next is whole, and later ones add to that', async () => {
  await look()
  await flipBit(join(folder, (await listed())[0]?.name ?? '', 'objects/00001.pack'), 0.5)
  await letPass('1 day')
  await expect(look()).rejects.toThrow(/is damaged/)
  expect((await lastRun()).failure).toMatch(/is damaged.* The next backup is a whole one\.$/)
  await letPass('61 minutes')
  await look()
  await letPass('1 day')
  await look()
  expect(await kinds()).toEqual(['whole', 'adds'])
  expect((await lastRun()).failure).toBe(null)
})

test('what is not of the schedule stays in its folder', async () => {
  await runCommand(portal.world, BACKUP_COMMANDS, { words: ['backup', join(folder, 'by-hand')] })
  for (let day = 1; day <= 3; day++) {
    await letPass('1 day')
    await look()
  }
  expect((await listed()).map(({ name }) => name)).toContain('by-hand')
})

test('what another portal keeps in the same folder stays, whole or under way, and nothing is added to it', async () => {
  await look()
  await mkdir(join(folder, '2026-11-22T020000.000Z.unfinished-00000000'))
  const others = await readdir(folder)
  await portal.pool.query('DELETE FROM backup_run')
  for (let day = 1; day <= 3; day++) {
    await letPass('1 day')
    await look()
  }
  expect(await readdir(folder)).toEqual(expect.arrayContaining(others))
  expect(await kinds()).toEqual(['whole', 'whole', 'adds', 'adds'])
})

test('while one step takes long the backup goes on saying that it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const held = await portal.pool.connect()
  try {
    await held.query('BEGIN')
    await held.query('LOCK TABLE organization IN ACCESS EXCLUSIVE MODE')
    const made = look()
    await vi.waitFor(async () => expect(await waitsForLock(held)).toBe(true), { timeout: 60_000 })
    await letPass('11 minutes')
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(async () => expect(await isHeld()).toBe(true), { timeout: 60_000 })
    await held.query('COMMIT')
    await made
    expect(await kinds()).toEqual(['whole'])
  } finally {
    held.release()
    vi.useRealTimers()
  }
})

async function waitsForLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'organization'::regclass) AS waits`,
  )
  return rows[0]?.waits ?? false
}

async function isHeld(): Promise<boolean> {
  return areRemovalsHeld(portal.world.database.kysely)
}

describe('a backup that does not end', () => {
  test('because the server stops leaves nothing, and is begun anew by the next server', async () => {
    const ending = new AbortController()
    ending.abort()
    await look(ending.signal)
    expect(await readdir(folder)).toEqual([])
    await look()
    expect(await kinds()).toEqual(['whole'])
  })

  test('because the server was killed is begun anew once it has been silent for ten minutes', async () => {
    await portal.pool.query(
      `INSERT INTO backup_run (id, place, holds_until) VALUES (gen_random_uuid(), $1, now() + interval '10 minutes')`,
      [join(folder, 'killed')],
    )
    await look()
    expect(await kinds()).toEqual([])
    await letPass('11 minutes')
    await look()
    expect(await kinds()).toEqual(['whole'])
  })

  test('because it failed is told, and tried again after an hour', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file stands where the folder should be')
    await expect(look()).rejects.toThrow(/ENOTDIR/)
    expect((await told())[0]).toBe(
      'There is no backup of this portal yet. The last try failed: `portal backup list` tells why.',
    )
    await rm(folder)
    await look()
    expect(await kinds()).toEqual([])
    await letPass('61 minutes')
    await look()
    expect(await kinds()).toEqual(['whole'])
  })
})

test('a place that hangs is given up and told, and is not asked again while it hangs', async () => {
  const lookBriefly = createScheduledBackup(3000)
  const lookAgain = () => lookBriefly(portal.world, new AbortController().signal)
  await look()
  await mkdir(join(folder, 'hung'))
  const pipe = join(folder, 'hung/manifest.json')
  await promisify(execFile)('mkfifo', [pipe])
  await letPass('1 day')
  try {
    await expect(lookAgain()).rejects.toThrow(`${folder}/hung has not answered for 3 seconds.`)
    expect((await told())[0]).toContain('The last backup failed')
    await letPass('61 minutes')
    await lookAgain()
    expect(await failures()).toBe(1)
  } finally {
    // Whoever waits to read the pipe hears that somebody may write to it, and then its end.
    await (await open(pipe, 'r+')).close()
  }
  await rm(pipe)
  await look()
  expect(await kinds()).toEqual(['whole', 'adds'])
})

async function failures(): Promise<number> {
  const { rows } = await portal.pool.query<{ n: number }>(
    'SELECT count(*)::integer AS n FROM backup_run WHERE failure IS NOT NULL',
  )
  return rows[0]?.n ?? 0
}

test('whoever runs the portal hears that there is no backup, and how old the last one is', async () => {
  expect(await told()).toEqual(['There is no backup of this portal yet.'])
  await look()
  expect(await told()).toEqual([])
  await letPass('3 days')
  const ready = await portal.app.inject({ url: '/readyz' })
  expect(ready.json<{ warnings: string[] }>().warnings.join(' ')).toContain('The last backup is 3 days old.')
})

test('whoever runs the portal hears that the last backup is gone from its folder', async () => {
  await look()
  expect(await told()).toEqual([])
  await rm(folder, { recursive: true })
  expect(await told()).toEqual([
    'The last backup is not where it was written, or that place does not answer.',
  ])
})

test('where no folder is set nothing is backed up, and that is told', async () => {
  const settings = { ...portal.world.settings, backup: null }
  await backUpWhenDue({ ...portal.world, settings }, new AbortController().signal)
  expect(await readdir(folder)).toEqual([])
  expect(await createBackupNotices(settings)(portal.world.database.kysely)).toEqual([
    'There is no backup of this portal yet. Set BACKUP_DIR, or run portal backup.',
  ])
})
