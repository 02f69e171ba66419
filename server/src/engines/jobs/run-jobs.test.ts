import { requestReset } from '@portal/contract/accounts.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { REMOVE_STORED_BYTES } from '../../records/documents/stored-bytes.job.ts'
import { NOBODY, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { BACKGROUND } from '../../background.ts'
import { runJobs } from './run-jobs.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await testPortal()
})
afterEach(() => portal.close())

const keysKept = async () => {
  const keys: string[] = []
  for await (const { key } of portal.world.storage.list()) keys.push(key)
  return keys
}

async function keepBytes(key: string): Promise<void> {
  const { storage } = portal.world
  await storage.stage(key, once(Buffer.from('bytes')), { largest: 100 })
  await storage.keep(key)
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const queue = (storageKey: string, { fail = false } = {}) =>
  portal.world.database.kysely.transaction().execute(async (transaction) => {
    await portal.world.jobs.enqueue(transaction, REMOVE_STORED_BYTES, { storageKey })
    if (fail) throw new Error('rolled back')
  })

const KEY = '3f0e9c64-0000-4000-8000-000000000001'

it('runs a job after the commit that queued it, and never one that was rolled back (B05)', async () => {
  await keepBytes(KEY)
  await expect(queue(KEY, { fail: true })).rejects.toThrow('rolled back')
  const jobs = runJobs(portal.world, BACKGROUND)
  portal.world.jobs.wake()
  expect(await keysKept()).toEqual([KEY])
  await queue(KEY)
  portal.world.jobs.wake()
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
  expect((await portal.pool.query('SELECT 1 FROM job')).rowCount).toBe(0)
})

const job = () =>
  portal.world.database.kysely
    .selectFrom('job')
    .select(['attempts', 'failed_at', 'leased_until'])
    .executeTakeFirstOrThrow()

/** Lets a job fail so many times, an hour and more apart. */
async function failing(times: number): Promise<void> {
  for (let tries = 1; tries <= times; tries += 1) {
    portal.world.jobs.wake()
    await vi.waitFor(async () => expect(await job()).toMatchObject({ attempts: tries, leased_until: null }), {
      timeout: 30_000,
    })
    portal.clock.advance(3_700_000)
  }
}

it('tries a failed job again later and sets it aside after twelve tries', async () => {
  const storage = { ...portal.world.storage, remove: () => Promise.reject(new Error('the disk is away')) }
  await queue(KEY)
  const jobs = runJobs({ ...portal.world, storage }, BACKGROUND)
  await failing(12)
  expect((await job()).failed_at).not.toBeNull()
  await jobs.stop()
  expect(portal.log.join('\n')).toContain('A job failed.')
})

const queueMail = () => {
  const facts = { kind: 'no such kind', recipient: 'clerk@ector.example', facts: {} }
  return portal.world.database.kysely
    .transaction()
    .execute((transaction) => enqueueMail(transaction, portal.world, facts))
}

it('V13.1.3 keeps trying a mail for days (C14)', async () => {
  await queueMail()
  const jobs = runJobs(portal.world, BACKGROUND)
  await failing(13)
  expect((await job()).failed_at).toBeNull()
  await jobs.stop()
})

it('V15.4.4 does other work while a mail server does not answer (C15)', async () => {
  const silence = Promise.withResolvers<void>()
  const mail = { send: () => silence.promise }
  await keepBytes(KEY)
  await portal.addPerson({ email: 'clerk@ector.example' })
  await portal.call(NOBODY, requestReset, { payload: { email: 'clerk@ector.example' } })
  const jobs = runJobs({ ...portal.world, mail }, BACKGROUND)
  await queue(KEY)
  portal.world.jobs.wake()
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  silence.resolve()
  await jobs.stop()
})

it('takes back what a killed worker had in hand once its lease is over', async () => {
  await keepBytes(KEY)
  await queue(KEY)
  const later = new Date(portal.clock.now().getTime() + 60_000)
  await portal.pool.query('UPDATE job SET leased_until = $1, attempts = 1', [later])
  const jobs = runJobs(
    {
      ...portal.world,
      settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' },
    },
    BACKGROUND,
  )
  portal.world.jobs.wake()
  expect(await keysKept()).toEqual([KEY])
  portal.clock.advance(61_000)
  portal.world.jobs.wake()
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
})

it('C21 of several servers on one database each does some of the jobs, and none does a job of another', async () => {
  const keys = Array.from(
    { length: 40 },
    (_key, at) => `3f0e9c64-0000-4000-8000-${String(at).padStart(12, '0')}`,
  )
  for (const key of keys) await queue(key)
  const done: string[][] = [[], [], []]
  const servers = done.map((own) =>
    runJobs(
      {
        ...portal.world,
        settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere' },
        storage: { ...portal.world.storage, remove: async (key) => void own.push(key) },
      },
      BACKGROUND,
    ),
  )
  await vi.waitFor(async () => expect((await portal.pool.query('SELECT FROM job')).rowCount).toBe(0), {
    timeout: 30_000,
  })
  await Promise.all(servers.map((server) => server.stop()))
  expect(done.flat().toSorted()).toEqual(keys)
  expect(done.filter((own) => own.length > 0).length).toBeGreaterThan(1)
})
