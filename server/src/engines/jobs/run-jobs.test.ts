import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { requestReset } from '@portal/contract/sign-in/registration.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { runDueJobs } from '../../testing/mailbox.ts'
import { letTimePass } from '../../testing/let-time-pass.ts'
import { ANONYMOUS_PERSON, testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { BACKGROUND } from '../../background.ts'
import { worldOn } from '../../world.ts'
import type { World } from '../../records/context.ts'
import { createJobs } from './create-jobs.ts'
import { claimJob } from './job.repository.ts'
import { StorageAway } from '../storage/storage.ts'
import type { Engines } from '../engines.ts'
import { job, type Job, type JobKind } from './jobs.ts'
import { newLeaseOwner } from './lease-owner.ts'
import { runJobs, type BackgroundWork } from './run-jobs.ts'

/** A job that shows whether it ran, and how often. */
const REMOVE_BYTES: JobKind<{ storageKey: string }> = {
  kind: 'remove-bytes',
  payload: z.object({ storageKey: z.string() }),
  lane: 'files',
  attempts: 12,
}
const removeBytes = job(REMOVE_BYTES, ({ storage }: Pick<Engines, 'storage'>, { storageKey }) =>
  storage.remove(storageKey),
)
const WORK: BackgroundWork<World> = { ...BACKGROUND, jobs: [...BACKGROUND.jobs, removeBytes] }
const REMOVALS = new Map([[REMOVE_BYTES.kind, 12]])

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal({ isolation: 'repeatable read' })
})
beforeEach(async () => {
  await portal.pool.query('DELETE FROM mail_outbox; DELETE FROM job')
  for (const key of await keysKept()) await portal.world.storage.remove(key)
  portal.log.length = 0
})
afterAll(() => portal.close())

const keysKept = async () => {
  const keys: string[] = []
  for await (const { key } of portal.world.storage.list()) keys.push(key)
  return keys
}

async function keepBytes(key: string): Promise<void> {
  const { storage } = portal.world
  await storage.stage(key, inOnePiece(Buffer.from('bytes')), { largest: 100 })
  await storage.keep(key)
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const queue = (storageKey: string, { fail = false } = {}) =>
  portal.world.database.kysely.transaction().execute(async (transaction) => {
    await portal.world.jobs.enqueue(transaction, REMOVE_BYTES, { storageKey })
    if (fail) throw new Error('rolled back')
  })

const KEY = '3f0e9c64-0000-4000-8000-000000000001'

it('runs a job after the commit that queued it, and never one that was rolled back (B05)', async () => {
  await keepBytes(KEY)
  await expect(queue(KEY, { fail: true })).rejects.toThrow('rolled back')
  const jobs = runJobs(portal.world, WORK)
  portal.world.jobs.wake()
  expect(await keysKept()).toEqual([KEY])
  await queue(KEY)
  portal.world.jobs.wake()
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
  expect((await portal.pool.query('SELECT 1 FROM job')).rowCount).toBe(0)
})

const jobNow = () =>
  portal.world.database.kysely
    .selectFrom('job')
    .select(['attempts', 'failed_at', 'leased_until'])
    .executeTakeFirstOrThrow()

/** Makes a job fail this many times, an hour and more apart. */
async function failing(times: number): Promise<void> {
  for (let tries = 1; tries <= times; tries += 1) {
    portal.world.jobs.wake()
    await vi.waitFor(
      async () => expect(await jobNow()).toMatchObject({ attempts: tries, leased_until: null }),
      {
        timeout: 30_000,
      },
    )
    await letTimePass(portal, 3_700_000)
  }
}

/** The stored error of a job that failed with this one. */
async function storedErrorOf(problem: Error): Promise<string | null> {
  const storage = { ...portal.world.storage, remove: () => Promise.reject(problem) }
  await queue(KEY)
  const jobs = runJobs({ ...portal.world, storage }, WORK)
  await failing(1)
  await jobs.stop()
  const { rows } = await portal.pool.query<{ last_error: string }>('SELECT last_error FROM job')
  return rows[0]?.last_error ?? null
}

it('R1.103 keeps the class of an error, which Background tasks explains', async () => {
  const error = await storedErrorOf(new StorageAway('The bucket is away.'))
  expect(error).toBe('StorageAway: The bucket is away.')
})

it('keeps the first 2,000 characters of an error', async () => {
  const error = await storedErrorOf(new StorageAway('away '.repeat(1000)))
  expect(error).toHaveLength(2000)
  expect(error).toMatch(/^StorageAway: away away/)
})

it('retries a failed job later and marks it dead after twelve tries', async () => {
  const storage = { ...portal.world.storage, remove: () => Promise.reject(new Error('the disk is away')) }
  await queue(KEY)
  const jobs = runJobs({ ...portal.world, storage }, WORK)
  await failing(12)
  expect((await jobNow()).failed_at).not.toBeNull()
  await jobs.stop()
  expect(portal.log.join('\n')).toContain('A job failed.')
})

const queueMail = () => {
  const facts = { kind: 'no such kind', recipient: 'clerk@ector.example', facts: {} }
  return portal.world.database.kysely
    .transaction()
    .execute((transaction) => enqueueMail(transaction, portal.world, facts))
}

it('R2.22 V13.1.3 retries an e-mail for days (C14)', async () => {
  await queueMail()
  const jobs = runJobs(portal.world, WORK)
  await failing(13)
  expect((await jobNow()).failed_at).toBeNull()
  await jobs.stop()
})

it('V15.4.4 does other work while a mail server does not respond (C15)', async () => {
  const silence = Promise.withResolvers<void>()
  const mail = { send: () => silence.promise }
  await keepBytes(KEY)
  await portal.addPerson({ email: 'clerk@ector.example' })
  await portal.call(ANONYMOUS_PERSON, requestReset, { payload: { email: 'clerk@ector.example' } })
  const jobs = runJobs({ ...portal.world, mail }, WORK)
  await queue(KEY)
  portal.world.jobs.wake()
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  silence.resolve()
  await jobs.stop()
})

/** A server among others, on an external database. */
const elsewhere = () => ({
  ...portal.world,
  settings: { ...portal.world.settings, databaseUrl: 'postgres://elsewhere/portal' },
})

const OF_ANOTHER_MACHINE = { ...newLeaseOwner(), id: 'another', boot: 'another start' }

const holdFor = (owner: object | null, attempts = 1) =>
  portal.pool.query(
    `UPDATE job SET leased_until = now() + interval '1 minute', attempts = $1, lease_owner = $2`,
    [attempts, owner],
  )

it('takes over the jobs of a killed worker once their leases expire', async () => {
  await keepBytes(KEY)
  await queue(KEY)
  await holdFor(OF_ANOTHER_MACHINE)
  const jobs = runJobs(elsewhere(), WORK)
  portal.world.jobs.wake()
  await aRound()
  expect(await keysKept()).toEqual([KEY])
  await letTimePass(portal, 61_000)
  portal.world.jobs.wake()
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
})

/** Every due job is claimed and done by this machine's only server, or not at all. */
async function aRound(): Promise<void> {
  await runDueJobs({ world: { ...elsewhere(), jobs: createJobs() } })
}

it('takes over the jobs of a dead server of this machine immediately, and leaves those of a living one', async () => {
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  await keepBytes(KEY)
  await queue(KEY)
  await holdFor({ ...newLeaseOwner(), id: 'living', pid: process.ppid })
  const beside = runJobs(elsewhere(), WORK)
  await aRound()
  await beside.stop()
  expect(await keysKept()).toEqual([KEY])
  expect(await jobNow()).toMatchObject({ attempts: 1 })
  await holdFor({ ...newLeaseOwner(), id: 'dead', pid: ended.pid })
  const jobs = runJobs(elsewhere(), WORK)
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
})

it('the only server of an embedded database knows that all leased jobs are of dead processes', async () => {
  await keepBytes(KEY)
  await queue(KEY)
  await holdFor(OF_ANOTHER_MACHINE)
  const jobs = runJobs(portal.world, WORK)
  await vi.waitFor(async () => expect(await keysKept()).toEqual([]), { timeout: 30_000 })
  await jobs.stop()
})

it('R1.100 the only server of an embedded database leaves a living worker its jobs, and takes those of a dead one', async () => {
  await keepBytes(KEY)
  await queue(KEY)
  await holdFor({ ...newLeaseOwner({ isWorker: true }), id: 'living', pid: process.ppid })
  await runJobs(portal.world, { jobs: [], regular: [] }).stop()
  expect(await jobNow()).toMatchObject({ leased_until: expect.any(Date) })
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(ended, 'exit')
  await holdFor({ ...newLeaseOwner({ isWorker: true }), id: 'dead', pid: ended.pid })
  await runJobs(portal.world, { jobs: [], regular: [] }).stop()
  expect(await jobNow()).toMatchObject({ leased_until: null })
})

it('R1.100 a worker on an embedded database leaves the server its jobs', async () => {
  await queue(KEY)
  await holdFor({ ...newLeaseOwner(), id: 'living', pid: process.ppid })
  await runJobs(portal.world, { jobs: [], regular: [] }, newLeaseOwner({ isWorker: true })).stop()
  expect(await jobNow()).toMatchObject({ leased_until: expect.any(Date) })
})

it('a job that kills its process is dead after its attempts, and not claimed without end', async () => {
  await queue(KEY)
  for (let kills = 1; kills <= 12; kills += 1) {
    const claimed = await claimJob(portal.world.database.kysely, REMOVALS, OF_ANOTHER_MACHINE)
    expect(claimed).toMatchObject({ attempts: kills, isDead: false })
    await letTimePass(portal, 121_000)
  }
  await runDueJobs(portal, WORK.jobs)
  const dead = await portal.pool.query('SELECT attempts, last_error, failed_at IS NULL AS alive FROM job')
  expect(dead.rows).toEqual([{ attempts: 12, last_error: 'Its process ended while it ran.', alive: false }])
  expect(portal.log.join('\n')).toContain('A job was put aside: its process ended while it ran.')
  await letTimePass(portal, 3_700_000)
  expect(await claimJob(portal.world.database.kysely, REMOVALS, OF_ANOTHER_MACHINE)).toBeNull()
})

it('a job that killed its process repeatedly waits longer each time for the next server', async () => {
  await queue(KEY)
  await holdFor(OF_ANOTHER_MACHINE, 3)
  await runJobs(portal.world, { jobs: [], regular: [] }).stop()
  const { rows } = await portal.pool.query(
    `SELECT leased_until, last_error, extract(epoch FROM run_at - now())::integer AS seconds FROM job`,
  )
  expect(rows).toEqual([
    {
      leased_until: null,
      last_error: 'Its process ended while it ran.',
      seconds: expect.closeTo(40, -1) as number,
    },
  ])
})

it('a job without a limit of attempts is retried without end', async () => {
  const never = new Map([[REMOVE_BYTES.kind, null]])
  await queue(KEY)
  await holdFor(OF_ANOTHER_MACHINE, 5000)
  await letTimePass(portal, 61_000)
  const claimed = await claimJob(portal.world.database.kysely, never, OF_ANOTHER_MACHINE)
  expect(claimed).toMatchObject({ attempts: 5001, isDead: false })
})

it('a server that stops finishes its running jobs, tells long work to end, and leaves the rest of a long queue', async () => {
  for (const at of [1, 2, 3]) await queue(`${KEY.slice(0, -1)}${at}`)
  const begun = Promise.withResolvers<void>()
  let done = 0
  const slow: Job<TestPortal['world']> = {
    kind: REMOVE_BYTES.kind,
    lane: 'files',
    attempts: 12,
    async run(_world, _payload, ending) {
      begun.resolve()
      if (!ending.aborted) await once(ending, 'abort')
      done += 1
    },
  }
  const jobs = runJobs(portal.world, { jobs: [slow], regular: [] })
  await begun.promise
  await jobs.stop()
  expect(done).toBe(1)
  const left = await portal.pool.query('SELECT attempts, leased_until, lease_owner FROM job')
  const untouched = { attempts: 0, leased_until: null, lease_owner: null }
  expect(left.rows).toEqual([untouched, untouched])
})

const RECEIPT = {
  form: 2,
  number: 'R-2026-0000-0001',
  countyId: 1,
  countyName: 'Reeves',
  accountId: 1,
  sender: 'ann@reeves.example',
  madeAt: new Date('2026-04-15T12:00:00Z'),
  clock: 'kept',
  clockAheadMs: 0,
  checkCode: 'AAAA-BBBB',
  files: [],
} as const

it('a job that prints a receipt while its process stops is released, and its attempt does not count', async () => {
  await queue(KEY)
  const world = worldOn(portal.world)
  const begun = Promise.withResolvers<void>()
  const printing: Job<World> = {
    ...removeBytes,
    async run(_world, _payload, ending) {
      begun.resolve()
      if (!ending.aborted) await once(ending, 'abort')
      await world.printReceipt(RECEIPT, world.settings)
    },
  }
  const jobs = runJobs<World>(world, { jobs: [printing], regular: [] })
  await begun.promise
  world.stopPrinting()
  await jobs.stop()
  const { rows } = await portal.pool.query('SELECT attempts, last_error, lease_owner FROM job')
  expect(rows).toEqual([{ attempts: 0, last_error: null, lease_owner: null }])
  expect(portal.log.filter((line) => line.includes('A job failed'))).toEqual([])
})

it('C21 of several servers on one database each does some of the jobs, and no job runs twice', async () => {
  const keys = Array.from(
    { length: 40 },
    (_key, at) => `3f0e9c64-0000-4000-8000-${String(at).padStart(12, '0')}`,
  )
  for (const key of keys) await queue(key)
  const done: string[][] = [[], [], []]
  const servers = done.map((own) =>
    runJobs(
      {
        ...elsewhere(),
        storage: { ...portal.world.storage, remove: async (key) => void own.push(key) },
      },
      WORK,
    ),
  )
  await vi.waitFor(async () => expect((await portal.pool.query('SELECT FROM job')).rowCount).toBe(0), {
    timeout: 30_000,
  })
  await Promise.all(servers.map((server) => server.stop()))
  expect(done.flat().toSorted()).toEqual(keys)
  expect(done.filter((own) => own.length > 0).length).toBeGreaterThan(1)
})
