import { execFile } from 'node:child_process'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { areRemovalsHeld } from '../../engines/backup/backup-runs.repository.ts'
import type { World } from '../../records/context.ts'
import { storeDocument } from '../../testing/store-document.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { waitForBlocked } from '../../testing/wait-for-blocked.ts'
import { createBackupWarnings } from './backup.warnings.ts'
import { createScheduledBackup } from './scheduled-backup.ts'

const BACKED_UP = { cast: { people: { administrator: { role: 'administrator' } } }, backups: true } as const

let folder: string
let portal: TestPortal<typeof BACKED_UP>
beforeEach(async () => {
  portal = await testPortal(BACKED_UP)
  folder = portal.backups.folder
  await storeDocument(portal, portal.people.administrator)
})
afterEach(() => portal.close())

const look = (ending?: AbortSignal) => portal.backups.look(ending)
const letPass = (time: string) => portal.backups.letPass(time)
const kinds = () => portal.backups.kinds()
const told = async (world: World = portal.world) =>
  (await createBackupWarnings().collect(world)).map(({ text }) => text)

test('one server makes one backup a day, however many servers there are', async () => {
  await Promise.all([look(), look(), look()])
  expect(await kinds()).toEqual(['whole'])
  await look()
  expect(await kinds()).toEqual(['whole'])
  await letPass('1 day')
  await look()
  expect(await kinds()).toEqual(['whole', 'adds'])
})

test('six build on a full one, then comes a full one; backups that the kept ones do not need are removed', async () => {
  const names = new Set<string>()
  for (let day = 1; day <= 9; day++) {
    await look()
    for (const { name } of await portal.backups.listed()) names.add(name)
    await letPass('1 day')
  }
  expect(names.size).toBe(9)
  // The eighth is full and the ninth builds on it: two are kept, and they need no other.
  expect(await kinds()).toEqual(['whole', 'adds'])
  expect(await readdir(folder)).toHaveLength(2)
})

test('during a long step the backup keeps renewing its lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const held = await portal.pool.connect()
  try {
    await held.query('BEGIN')
    await held.query('LOCK TABLE organization IN ACCESS EXCLUSIVE MODE')
    const made = look()
    await waitForBlocked(portal)
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

async function isHeld(): Promise<boolean> {
  return areRemovalsHeld(portal.world.database.kysely)
}

describe('an unfinished backup', () => {
  test('leaves nothing if the server stops, and the next server starts it over', async () => {
    const ending = new AbortController()
    ending.abort()
    await look(ending.signal)
    expect(await readdir(folder)).toEqual([])
    await look()
    expect(await kinds()).toEqual(['whole'])
  })

  test('starts over after ten minutes of silence if the server was killed', async () => {
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

  test('is reported if it failed, and retried after an hour', async () => {
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

test('a place that hangs times out, is reported, and is not asked again while it hangs', async () => {
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
    // A reader that waits at the pipe continues, and then gets its end.
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

test('the operator is warned that there is no backup, and how old the last one is', async () => {
  expect(await told()).toEqual(['There is no backup of this portal yet.'])
  await look()
  expect(await told()).toEqual([])
  await letPass('3 days')
  const ready = await portal.app.inject({ url: '/readyz' })
  expect(ready.json<{ warnings: string[] }>().warnings.join(' ')).toContain('The last backup is 3 days old.')
})

test('the operator is warned that the last backup is missing from its folder', async () => {
  await look()
  expect(await told()).toEqual([])
  await rm(folder, { recursive: true })
  expect(await told()).toEqual([
    'The last backup is not where it was written, or that place does not answer.',
  ])
})

test('without a folder no backup runs, and the operator is told', async () => {
  const settings = { ...portal.world.settings, backup: null }
  await createScheduledBackup()({ ...portal.world, settings }, new AbortController().signal)
  expect(await readdir(folder)).toEqual([])
  expect(await told({ ...portal.world, settings })).toEqual([
    'There is no backup of this portal yet. None is scheduled.',
  ])
})
