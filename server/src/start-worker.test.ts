import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BACKGROUND, workOfServer, workOfWorker } from './background.ts'
import { WORKER_LANES } from './engines/lanes.ts'
import { readSettings } from './engines/config/settings.ts'
import { freePort } from './engines/database/embedded/postmaster-starter.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { endDatabaseProcesses, newFolder, postmasterOf } from './testing/database-processes.ts'
import { launchWorker, startPortal } from './testing/portal-process.ts'
import { buildWorld, type OpenedWorld } from './world.ts'

const SILENT = { info() {}, warn() {}, error() {} }
const DONE = { timeout: 60_000, interval: 50 }

let database: TestDatabase
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-worker-'))
  database = await testDatabase()
})
afterEach(endDatabaseProcesses)
afterAll(async () => {
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Queues jobs of the lane `scan` that do nothing without a scanner. */
const queue = (pool: Pool, { count = 1 } = {}) =>
  pool.query(`INSERT INTO job (kind, run_at) SELECT 'scan-documents', now() FROM generate_series(1, $1)`, [
    count,
  ])

/** The advisory lock that holds claims of jobs back. */
const CLAIMS = 60_100

const countWaitingClaims = async (pool: Pool) => {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [CLAIMS],
  )
  return rowCount
}

const allDone = (pool: Pool) =>
  vi.waitFor(async () => expect((await pool.query('SELECT FROM job')).rowCount).toBe(0), DONE)

const startWorker = async (environment: Readonly<Record<string, string>>) => {
  const worker = launchWorker('scan', environment)
  await worker.saying('The worker runs.')
  return worker
}

const namesOf = (work: typeof BACKGROUND) => new Set(work.jobs.map(({ lane }) => lane))

test('R1.101 a server leaves the lanes of WORKER_LANES to workers, and keeps its regular work', () => {
  const { workerLanes } = readSettings({ WORKER_LANES: 'files, night' })
  const work = workOfServer({ workerLanes })
  expect(namesOf(work)).toEqual(namesOf(BACKGROUND).difference(new Set(['files', 'night'])))
  expect(work.regular).toEqual(BACKGROUND.regular)
  expect(workOfServer(readSettings({})).jobs).toEqual(BACKGROUND.jobs)
  const worker = workOfWorker(['files', 'night'])
  expect(namesOf(worker)).toEqual(new Set(['files', 'night']))
  // It measures the clock, and leaves all other regular work to the servers.
  expect(worker.regular.map(({ everyMs }) => everyMs)).toEqual([10_000])
})

test('R1.100 two workers and a server share the jobs, and run each once', async () => {
  await database.pool.query(`
    CREATE TABLE claimed (job_id bigint, pid integer);
    CREATE FUNCTION note_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO claimed VALUES (NEW.id, (NEW.lease_owner->>'pid')::integer);
      PERFORM pg_advisory_xact_lock_shared(${CLAIMS});
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_claim AFTER UPDATE ON job FOR EACH ROW
      WHEN (NEW.kind = 'scan-documents' AND NEW.attempts > OLD.attempts) EXECUTE FUNCTION note_claim()`)
  const environment = { DATA_DIR: folder, DATABASE_URL: database.url, PORT: '0' }
  const server = await startPortal(environment)
  const workers = await Promise.all([startWorker(environment), startWorker(environment)])
  // A fast process could take all jobs between two polls of another. Each claims its first job here before any runs one.
  const holder = await database.pool.connect()
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [CLAIMS])
    await queue(database.pool, { count: 60 })
    await vi.waitFor(async () => expect(await countWaitingClaims(database.pool)).toBe(3), DONE)
  } finally {
    holder.release(true)
  }
  await allDone(database.pool)
  for (const worker of workers) await worker.end('SIGTERM')
  await server.end('SIGTERM')
  const { rows } = await database.pool.query<{ job_id: string; pid: number }>('SELECT * FROM claimed')
  expect(new Set(rows.map(({ job_id }) => job_id)).size).toBe(60)
  expect(rows).toHaveLength(60)
  const pids = [server, ...workers].map(({ pid }) => pid)
  expect(new Set(rows.map(({ pid }) => pid))).toEqual(new Set(pids))
  for (const worker of workers) {
    expect(await worker.gone).toBe(0)
    expect(worker.said().trimEnd().split('\n').at(-1)).toContain('The worker has stopped.')
  }
})

test('R1.100 a worker shares the embedded database, survives its death and the server, and stops it last', async () => {
  const own = newFolder()
  const environment = { DATA_DIR: own, DATABASE_URL: '', PORT: '0', WORKER_LANES: 'scan' }
  const server = await startPortal(environment)
  const worker = await startWorker(environment)
  await inWorld(environment, async ({ database: { pool } }) => {
    await queue(pool)
    await allDone(pool)
  })
  process.kill(await postmasterOf(own), 'SIGKILL')
  await worker.saying('The database is back.')
  await server.end('SIGTERM')
  await inWorld(environment, async ({ database: { pool } }) => {
    await queue(pool)
    await allDone(pool)
  })
  await worker.end('SIGTERM')
  expect(await worker.gone).toBe(0)
  expect(await postmasterOf(own)).toBe(0)
})

test('R1.100 a worker that is told to stop while it waits for its database ends cleanly', async () => {
  const url = `postgres://somebody:x@127.0.0.1:${await freePort()}/portal`
  const worker = launchWorker('files', { DATA_DIR: folder, DATABASE_URL: url })
  await worker.saying('the start waits for it')
  await worker.end('SIGTERM')
  expect(await worker.gone).toBe(0)
})

test('R1.100 a wrong lane stops the start of a worker in one line that names the lanes', async () => {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder }
  const words = [join(import.meta.dirname, 'cli.ts'), 'work', '--lanes', 'scan,nigth']
  await expect(promisify(execFile)(process.execPath, words, { env })).rejects.toMatchObject({
    code: 1,
    stderr: `work: --lanes takes ${WORKER_LANES.join(', ')}, separated by commas, each once, not scan,nigth.\n`,
  })
})

/** Acts like a command next to server and worker. */
async function inWorld(
  environment: Readonly<Record<string, string>>,
  work: (world: OpenedWorld) => Promise<void>,
): Promise<void> {
  const world = await buildWorld(readSettings(environment), { log: SILENT, isServer: false })
  try {
    await work(world)
  } finally {
    await world.close()
  }
}
