import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'
import type { LockRetryPolicy } from './schema-change.ts'

const SOON: LockRetryPolicy = { lockTimeoutMs: 200, pausesMs: Array.from({ length: 400 }, () => 50) }

let database: TestDatabase
let folder: string
let said: string[]
/** In a transaction that has read the table and is now idle. */
let idle: PoolClient
/** Updates of this test. They end before the database closes, even if the test fails. */
let updates: Promise<unknown>[]

beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portal-schema-locks-'))
  said = []
  updates = []
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await write(
    '0001-listed.sql',
    'CREATE TABLE listed (id integer); INSERT INTO listed SELECT generate_series(1, 9)',
  )
  await update()
  idle = await database.pool.connect()
  await idle.query('BEGIN; SELECT count(*) FROM listed')
  await write('0002-more.sql', 'CREATE TABLE more (id integer); ALTER TABLE listed ADD COLUMN note text')
})

afterEach(async () => {
  idle.release(true)
  await Promise.allSettled(updates)
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
function update(patience = SOON, lines = said): Promise<readonly string[]> {
  const updating = migrate(
    database.pool,
    { migrations: folder, repeatables: [] },
    { patience, report: (line) => void lines.push(line) },
  )
  updates.push(updating)
  return updating
}
const triedAgain = () => said.filter((line) => line.includes('tried again'))
const pidOf = async () => (await idle.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid

test('while an idle session locks a table, its lists continue; once it ends the migration is applied', async () => {
  const pid = await pidOf()
  const updating = update()
  const named = new RegExp(
    `^Migration 0002-more\\.sql waits for process ${pid} \\(portal [^,]+, idle in transaction, for \\d+ s\\); it is tried again in 1 s …$`,
  )
  // Each list would wait behind a migration without a lock timeout. A short try on a busy machine may end before the
  // holder of the lock was looked up; a later one names it.
  for (let lists = 0; triedAgain().length < 3 || !triedAgain().some((line) => named.test(line)); lists += 1) {
    expect((await database.pool.query('SELECT FROM listed')).rowCount).toBe(9)
    expect(lists).toBeLessThan(100_000)
  }
  await idle.query('COMMIT')
  expect(await updating).toEqual(['0002-more.sql'])
})

test('a migration that never gets its lock fails in one line that names the lock holder, and is rolled back', async () => {
  const pid = await pidOf()
  await expect(update({ lockTimeoutMs: 2000, pausesMs: [20] })).rejects.toThrow(
    new RegExp(
      `^Migration 0002-more\\.sql needs a lock that process ${pid} \\(portal [^,]+, idle in transaction, for \\d+ s\\) did not let go in 2 tries\\. End that work, then start again\\.$`,
    ),
  )
  const { rows } = await database.pool.query(`SELECT to_regclass('more') AS more`)
  expect(rows).toEqual([{ more: null }])
})

test('a second server waits for the first, says so, and finds nothing to do', async () => {
  const first = update()
  await vi.waitFor(() => expect(said.join()).toContain('tried again'), { timeout: 60_000 })
  const heard: string[] = []
  const second = update(SOON, heard)
  await vi.waitFor(
    () => expect(heard).toEqual(['Another server brings the database up to date; waiting …']),
    {
      timeout: 60_000,
    },
  )
  await idle.query('COMMIT')
  expect(await first).toEqual(['0002-more.sql'])
  expect(await second).toEqual([])
})
