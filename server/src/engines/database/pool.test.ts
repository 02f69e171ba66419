import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createPool, withoutBound } from './pool.ts'

/** Milliseconds. */
const STALL_TIMEOUT_MS = 150

let database: TestDatabase
let pool: Pool
let warnings: string[]

beforeEach(async () => {
  database = await testDatabase()
  warnings = []
  pool = createPool(
    { connectionString: database.url },
    {
      size: 2,
      log: { info() {}, error() {}, warn: (_fields, message) => void warnings.push(message) },
      stallTimeoutMs: STALL_TIMEOUT_MS,
    },
  )
})
afterEach(async () => {
  await pool.end()
  await database.close()
})

test('C02 V13.1.3 a statement without a response from the database fails within the timeout, and the pool continues', async () => {
  const before = performance.now()
  await expect(pool.query('SELECT pg_sleep(20)')).rejects.toThrow('Connection terminated unexpectedly')
  expect(performance.now() - before).toBeLessThan(5000)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('an idle connection may be silent', async () => {
  const backend = 'SELECT pg_backend_pid() AS pid'
  const { rows: before } = await pool.query(backend)
  await sleep(STALL_TIMEOUT_MS * 3)
  expect((await pool.query(backend)).rows).toEqual(before)
  expect(warnings).toEqual([])
})

test('R22.8 a transaction may be silent between two statements, and each statement still has the timeout', async () => {
  const client = await pool.connect()
  await client.query('BEGIN')
  await sleep(STALL_TIMEOUT_MS * 3)
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await sleep(STALL_TIMEOUT_MS * 3)
  await expect(client.query('SELECT pg_sleep(20)')).rejects.toThrow('Connection terminated unexpectedly')
  client.release()
})

test('work without a timeout may be silent, and the connection has its timeout again afterwards', async () => {
  await withoutBound(pool, (client) => client.query(`SELECT pg_sleep(${(STALL_TIMEOUT_MS * 3) / 1000})`))
  expect(pool.totalCount).toBe(1)
  await expect(pool.query('SELECT pg_sleep(20)')).rejects.toThrow('Connection terminated unexpectedly')
})

test('V1.4.3 failed work without a timeout leaves no connection in a transaction', async () => {
  const work = withoutBound(pool, async (client) => {
    await client.query('BEGIN')
    throw new Error('changed its mind')
  })
  await expect(work).rejects.toThrow('changed its mind')
  expect(pool.totalCount).toBe(0)
})

test('V13.2.6 V16.3.4 a connection that dies, in use or idle, is replaced and does not end the process', async () => {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  const outcome = await client.query('SELECT pg_sleep(20)').catch((error: unknown) => error)
  client.release()
  expect(outcome).toBeInstanceOf(Error)
  await expect.poll(() => pool.totalCount, { timeout: 10_000 }).toBe(1)

  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  await expect.poll(() => pool.totalCount, { timeout: 10_000 }).toBe(0)
  // One death may be reported twice: by the server's last message and by the end of the socket.
  expect(warnings.length).toBeGreaterThanOrEqual(2)
  expect(new Set(warnings)).toEqual(new Set(['A database connection was lost.']))
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('a calendar date is text, whatever the zone of this machine', async () => {
  const { rows } = await pool.query(`SELECT DATE '2026-03-08' AS day, NULL::date AS none`)
  expect(rows).toEqual([{ day: '2026-03-08', none: null }])
})

test('C02 a canceled statement ends in the database too, from another session', async () => {
  await expect(pool.query('SELECT pg_sleep(600)')).rejects.toThrow('Connection terminated unexpectedly')
  const running = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_sleep(600)' AND state = 'active'`
  await expect
    .poll(async () => (await database.pool.query<{ count: number }>(running)).rows[0]?.count, {
      timeout: 10_000,
    })
    .toBe(0)
})
