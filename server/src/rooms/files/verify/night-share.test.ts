import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BACKGROUND } from '../../../background.ts'
import { runJobs } from '../../../engines/jobs/run-jobs.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { World } from '../../../records/context.ts'
import { runDueJobs } from '../../../testing/mailbox.ts'
import { runCommand } from '../../../testing/run-command.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { documentCommands } from '../files.commands.ts'
import { queueNightShare } from './night-share.job.ts'
import { workThroughNight } from './night-share.ts'

/** 01:30 in Chicago, summer time. */
const FIRST_NIGHT = '2026-06-10T06:30:00Z'
const DAY_MS = 24 * 3_600_000

let portal: TestPortal
beforeEach(async () => {
  portal = await testPortal({ now: FIRST_NIGHT })
})
afterEach(() => portal.close())

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** Stores this many documents and returns their keys, in the order of their ids. */
async function store(count: number): Promise<string[]> {
  const { accountId } = await portal.addPerson({ email: 'engineer@staff.example' })
  const keys = Array.from({ length: count }, () => newStorageKey())
  for (const key of keys) {
    await portal.world.storage.stage(key, inOnePiece(Buffer.from('paper')), { largest: 100 })
    await portal.world.storage.keep(key)
  }
  await portal.pool.query(
    `INSERT INTO document (uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
       byte_size, sha256, storage_key)
     SELECT $1, 1, 1, now(), 2026, 'paper.pdf', 'application/pdf', 5, sha256('paper'), key
     FROM unnest($2::text[]) WITH ORDINALITY AS k (key, n) ORDER BY n`,
    [accountId, keys],
  )
  return keys
}

/** The portal's world, and the keys that it reads. */
function reading(): { world: World; read: string[] } {
  const read: string[] = []
  const { storage } = portal.world
  const noting = (key: string, size: number) => {
    read.push(key)
    return storage.read(key, size)
  }
  return { world: { ...portal.world, storage: { ...storage, read: noting } }, read }
}

const NEVER = new AbortController().signal

/** Does the work of one night, and returns the keys that it read. */
async function aNight(): Promise<string[]> {
  const { world, read } = reading()
  await queueNightShare(world)
  await runDueJobs({ world })
  return read
}

const queued = async () => (await portal.pool.query(`SELECT FROM job WHERE kind = 'night-share'`)).rowCount

async function warnings(): Promise<string[]> {
  portal.clock.advance(5000)
  const answer = await portal.app.inject({ url: '/readyz' })
  return answer.json<{ warnings: string[] }>().warnings.filter((line) => line.includes('portal -- verify'))
}

const pathOf = (key: string) => join(portal.folder, 'documents', 'kept', key.slice(0, 2), key)

test('R1.62 each night reads the next thirtieth of all documents, once, and returns to the first', async () => {
  const keys = await store(45)
  const nights: string[][] = []
  for (let night = 0; night < 24; night += 1) {
    nights.push(await aNight(), await aNight())
    portal.clock.advance(DAY_MS)
  }
  expect(nights.filter((_read, at) => at % 2 === 1).flat()).toEqual([])
  const first = nights.filter((_read, at) => at % 2 === 0)
  expect(first[0]).toEqual(keys.slice(0, 2))
  expect(first.flat().slice(0, 45)).toEqual(keys)
  expect(first.flat().slice(45)).toEqual(keys.slice(0, 3))
})

test('by day no share is queued, and a queued one stops', async () => {
  await store(31)
  for (const moment of ['2026-06-10T05:59:59Z', '2026-06-10T10:00:00Z']) {
    portal.clock.set(moment)
    const { world, read } = reading()
    await queueNightShare(world)
    await workThroughNight(world, NEVER)
    expect([await queued(), read]).toEqual([0, []])
  }
  portal.clock.set('2026-06-10T09:59:59Z')
  await queueNightShare(portal.world)
  expect(await queued()).toBe(1)
})

test('R1.62 several servers queue one share, and none while another server runs one', async () => {
  await store(1)
  await Promise.all([1, 2, 3].map(() => queueNightShare(portal.world)))
  expect(await queued()).toBe(1)
  await portal.pool.query(`UPDATE job SET key = NULL, leased_until = now() + interval '1 minute'`)
  await queueNightShare(portal.world)
  expect(await queued()).toBe(1)
})

test('R1.62 if a server stops in the middle, the next one finishes the night and reads no document twice', async () => {
  const keys = await store(91)
  const stopping = new AbortController()
  const { world, read } = reading()
  const { storage } = world
  const stopsAtSecond = (key: string, size: number) => {
    const bytes = storage.read(key, size)
    if (read.length === 2) stopping.abort()
    return bytes
  }
  await workThroughNight({ ...world, storage: { ...storage, read: stopsAtSecond } }, stopping.signal)
  expect(read).toEqual(keys.slice(0, 2))
  expect(await aNight()).toEqual(keys.slice(2, 4))
})

test('a running server does the share by itself, and stops in the middle of it immediately', async () => {
  await store(31)
  const { world, read } = reading()
  const jobs = runJobs(world, { ...BACKGROUND, regular: [{ everyMs: 50, run: queueNightShare }] })
  await expect.poll(() => read.length, { timeout: 30_000 }).toBe(2)
  await expect.poll(queued, { timeout: 30_000 }).toBe(0)
  await jobs.stop()
})

test('R1.62 damaged bytes raise an alarm, and /readyz warns until a later read finds them sound', async () => {
  const keys = await store(3)
  const path = pathOf(keys[1] ?? '')
  const sound = await readFile(path)
  await writeFile(path, 'Paper')
  expect([await aNight(), await warnings()]).toEqual([[keys[0]], []])
  portal.clock.set(new Date(Date.parse(FIRST_NIGHT) + DAY_MS))
  expect(await aNight()).toEqual([keys[1]])
  expect(await warnings()).toEqual([
    'The bytes of 1 stored document are damaged: `npm run -s portal -- verify` names them.',
  ])
  expect(portal.log.join('\n')).toContain('The bytes of a stored document are damaged.')
  await writeFile(path, sound)
  for (let night = 2; night <= 3; night += 1) {
    portal.clock.set(new Date(Date.parse(FIRST_NIGHT) + night * DAY_MS))
    await aNight()
    expect(await warnings()).toHaveLength(1)
  }
  portal.clock.set(new Date(Date.parse(FIRST_NIGHT) + 4 * DAY_MS))
  expect(await aNight()).toEqual([keys[1]])
  expect(await warnings()).toEqual([])
})

test('the warning of a permanently deleted document ends by the next night', async () => {
  const [key = ''] = await store(1)
  await writeFile(pathOf(key), 'Paper')
  await aNight()
  expect(await warnings()).toHaveLength(1)
  await portal.pool.query('DELETE FROM document')
  portal.clock.set(new Date(Date.parse(FIRST_NIGHT) + DAY_MS))
  await aNight()
  expect(await warnings()).toEqual([])
})

test('a complete manual verify settles the warnings too', async () => {
  const [key = ''] = await store(1)
  await writeFile(pathOf(key), 'Paper')
  await runCommand(portal.world, documentCommands, { words: ['verify'] })
  expect(await warnings()).toHaveLength(1)
  await writeFile(pathOf(key), 'paper')
  await runCommand(portal.world, documentCommands, { words: ['verify'] })
  expect(await warnings()).toEqual([])
})

test('R1.62 the database is checked once a night, and a fault raises an alarm until a later night finds it sound', async () => {
  await portal.pool.query('ALTER TABLE document DISABLE TRIGGER document_inserted')
  await aNight()
  const line = 'The database has 1 error: `npm run -s portal -- verify --database` names them.'
  expect(await warnings()).toEqual([line])
  expect(portal.log.join('\n')).toContain('Trigger document_inserted of document is disabled')
  await portal.pool.query('ALTER TABLE document ENABLE TRIGGER document_inserted')
  await aNight()
  expect(await warnings()).toEqual([line])
  portal.clock.advance(DAY_MS)
  await aNight()
  expect(await warnings()).toEqual([])
})

test('a night too short for its share is reported, and the next continues there', async () => {
  const keys = await store(91)
  const { world, read } = reading()
  const { storage } = world
  const untilMorning = (key: string, size: number) => {
    const bytes = storage.read(key, size)
    portal.clock.set('2026-06-10T10:00:00Z')
    return bytes
  }
  await workThroughNight({ ...world, storage: { ...storage, read: untilMorning } }, NEVER)
  const before = read.length
  expect(await aNight()).toEqual([])
  portal.clock.set(new Date(Date.parse(FIRST_NIGHT) + DAY_MS))
  expect((await aNight())[0]).toEqual(keys[before])
})
