import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readRuns, type BackupRun } from '../../engines/backup/backup-runs.repository.ts'
import { flipBit } from '../../testing/flip-bit.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { NEXT_IS_WHOLE } from './backup-schedule.policy.ts'
import { createBackupWarnings } from './backup.warnings.ts'

const BACKED_UP = { cast: { people: { administrator: { role: 'administrator' } } }, backups: true } as const

let folder: string
let portal: TestPortal<typeof BACKED_UP>
beforeEach(async () => {
  portal = await testPortal(BACKED_UP)
  folder = portal.backups.folder
  await storeDocument(portal, portal.people.administrator)
})
afterEach(() => portal.close())

async function lastRun(): Promise<BackupRun> {
  const [last] = (await readRuns(portal.world.database.kysely)).runs
  if (!last) throw new Error('No backup was begun.')
  return last
}

test('after a failure because an earlier backup is damaged, the next is full and later ones build on it', async () => {
  await portal.backups.look()
  await flipBit(join(folder, (await portal.backups.listed())[0]?.name ?? '', 'objects/00001.pack'), 0.5)
  await portal.backups.letPass('1 day')
  await expect(portal.backups.look()).rejects.toThrow(/is damaged/)
  expect((await lastRun()).failure).toMatch(/is damaged.* The next backup is a whole one\.$/)
  await portal.backups.letPass('61 minutes')
  await portal.backups.look()
  await portal.backups.letPass('1 day')
  await portal.backups.look()
  expect(await portal.backups.kinds()).toEqual(['whole', 'adds'])
  expect((await lastRun()).failure).toBe(null)
})

test('backups outside the schedule stay in its folder', async () => {
  await portal.backups.run('backup', join(folder, 'by-hand'))
  for (let day = 1; day <= 3; day++) {
    await portal.backups.letPass('1 day')
    await portal.backups.look()
  }
  expect((await portal.backups.listed()).map(({ name }) => name)).toContain('by-hand')
})

test('the base of a manual backup stays, and everything stays while a manual backup runs', async () => {
  await portal.backups.look()
  const [base] = await portal.backups.listed()
  const byHand = join(folder, 'before-the-move')
  await portal.backups.run('backup', byHand, '--since', join(folder, base?.name ?? ''))
  for (let day = 1; day <= 3; day++) {
    await portal.backups.letPass('1 day')
    await damageMet()
    await portal.backups.look()
  }
  expect((await portal.backups.run('backup', byHand, '--check')).json).toMatchObject({ ok: true })
  expect(await portal.backups.kinds()).toEqual(['whole', 'whole', 'whole', 'adds'])
  await portal.backups.letPass('1 day')
  await portal.pool.query(
    `INSERT INTO backup_run (id, place, holds_until) VALUES (gen_random_uuid(), '/elsewhere', now() + interval '10 minutes')`,
  )
  await portal.backups.look()
  expect(await portal.backups.kinds()).toEqual(['whole', 'whole', 'whole', 'adds', 'adds'])
})

/** After this the next backup is full. */
const damageMet = () =>
  portal.pool.query(
    `INSERT INTO backup_run (id, place, begun_at, ended_at, holds_until, failure)
     VALUES (gen_random_uuid(), $1, now() - interval '2 hours', now() - interval '2 hours', now(), $2)`,
    [join(folder, 'gone'), NEXT_IS_WHOLE],
  )

test('a backup whose check was interrupted does not count, and no backup builds on it', async () => {
  for (let day = 1; day <= 2; day++) {
    await portal.backups.look()
    await portal.backups.letPass('1 day')
  }
  const [first, broken] = await portal.backups.listed()
  await portal.pool.query('UPDATE backup_run SET failure = $2 WHERE place = $1', [
    join(folder, broken?.name ?? ''),
    'It was not proven.',
  ])
  await portal.backups.look()
  expect(await portal.backups.kinds()).toEqual(['whole', 'adds'])
  expect(await readdir(folder)).not.toContain(broken?.name)
  expect((await lastRun()).since).toBe(first?.id)
})

test('backups of another portal in the same folder stay, complete or running, and no backup builds on them', async () => {
  await portal.backups.look()
  await mkdir(join(folder, '2026-11-22T020000.000Z.unfinished-00000000'))
  const others = await readdir(folder)
  await portal.pool.query('DELETE FROM backup_run')
  for (let day = 1; day <= 3; day++) {
    await portal.backups.letPass('1 day')
    await portal.backups.look()
  }
  expect(await readdir(folder)).toEqual(expect.arrayContaining(others))
  expect(await portal.backups.kinds()).toEqual(['whole', 'whole', 'adds', 'adds'])
})

const told = async () => (await createBackupWarnings().collect(portal.world)).map(({ text }) => text)
const disk = () => `${folder}-disk`

/** Leaves at the mount point what was there before the disk was mounted. */
async function unmount(below: readonly string[] = []): Promise<void> {
  await rename(folder, disk())
  await mkdir(folder)
  for (const name of below) await cp(join(disk(), name), join(folder, name), { recursive: true })
}

async function mount(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await rename(disk(), folder)
}

describe('R1.90 if the backup disk is not mounted', () => {
  afterEach(() => rm(disk(), { recursive: true, force: true }))

  test('no backup begins in the empty folder, the warning stays, and the disk is used again later', async () => {
    await portal.backups.look()
    await unmount()
    await portal.backups.letPass('1 day')
    await expect(portal.backups.look()).rejects.toThrow(
      `The last backup is not in ${folder}. Mount its disk, or begin anew there with \`npm run -s portal -- backup ${join(folder, 'NAME')}\`.`,
    )
    expect(await readdir(folder)).toEqual([])
    expect((await lastRun()).failure).toContain(`The last backup is not in ${folder}`)
    expect(await told()).toContain(
      'The last backup is not where it was written, or that place does not answer.',
    )
    await mount()
    await portal.backups.letPass('61 minutes')
    await portal.backups.look()
    expect(await portal.backups.kinds()).toEqual(['whole', 'adds'])
  })

  test('a missing folder is not recreated', async () => {
    await portal.backups.look()
    await rename(folder, disk())
    await portal.backups.letPass('1 day')
    await expect(portal.backups.look()).rejects.toThrow(`The last backup is not in ${folder}`)
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
    await mount()
  })

  test('an older backup below the mount point is not mistaken for the disk', async () => {
    await portal.backups.look()
    const older = await readdir(folder)
    await portal.backups.letPass('1 day')
    await portal.backups.look()
    await unmount(older)
    await portal.backups.letPass('1 day')
    await expect(portal.backups.look()).rejects.toThrow(`The last backup is not in ${folder}`)
    expect(await readdir(folder)).toEqual(older)
  })

  test('a manual backup starts over on another disk', async () => {
    await portal.backups.look()
    await rm(join(folder, (await readdir(folder))[0] ?? ''), { recursive: true })
    await portal.backups.letPass('1 day')
    await portal.backups.run('backup', join(folder, 'anew'))
    await portal.backups.letPass('1 day')
    await portal.backups.look()
    expect(await portal.backups.kinds()).toEqual(['whole', 'whole'])
  })

  test('a manual backup that was moved away blocks nothing', async () => {
    await portal.backups.look()
    await portal.backups.run('backup', join(folder, 'by-hand'))
    await rm(join(folder, 'by-hand'), { recursive: true })
    await portal.backups.letPass('1 day')
    await portal.backups.look()
    expect(await portal.backups.kinds()).toHaveLength(2)
  })
})
