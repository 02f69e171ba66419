import { afterEach, beforeEach, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import type { WarningSource } from '../warnings/warning-source.ts'
import { collectWarnings } from './collect-warnings.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await testPortal()
  await portal.pool.query(
    `INSERT INTO standing_finding (source, subject, problem) VALUES ('database', 'counts', 'are wrong')`,
  )
})
afterEach(() => portal.close())

const FOUND = 'The database has 1 error: `npm run -s portal -- verify --database` names them.'
const NOT_SEEN = 'The portal could not look at its background jobs: see the log.'

async function warnings(): Promise<string[]> {
  portal.clock.advance(5000)
  return (await portal.app.inject('/readyz')).json<{ warnings: string[] }>().warnings
}

/** How many statements wait for the table of jobs. */
async function waitingForJobs(): Promise<number> {
  const { rows } = await portal.pool.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
     WHERE NOT granted AND datname = current_database() AND relation = 'job'::regclass`,
  )
  return rows[0]?.n ?? 0
}

const told = () => portal.log.filter((line) => line.includes(NOT_SEEN))

test('a failed check is reported, once in the log, and hides nothing else', async () => {
  await portal.pool.query('ALTER TABLE job RENAME TO other')
  expect(await warnings()).toEqual(expect.arrayContaining([FOUND, NOT_SEEN]))
  await warnings()
  expect(told()).toHaveLength(1)
  expect(told()[0]).toContain('relation \\"job\\" does not exist')
  await portal.pool.query('ALTER TABLE other RENAME TO job')
  expect(await warnings()).not.toContain(NOT_SEEN)
  await portal.pool.query('ALTER TABLE job RENAME TO other')
  await warnings()
  expect(told()).toHaveLength(2)
})

test('a check without a response times out after two seconds', async () => {
  const held = await portal.pool.connect()
  try {
    await held.query('BEGIN')
    await held.query('LOCK TABLE job IN ACCESS EXCLUSIVE MODE')
    expect(await warnings()).toEqual(expect.arrayContaining([FOUND, NOT_SEEN]))
    const asked = await waitingForJobs()
    expect(asked).toBeGreaterThan(0)
    // Nothing is asked again before it has responded.
    await warnings()
    expect(await waitingForJobs()).toBe(asked)
  } finally {
    await held.query('ROLLBACK')
    held.release()
  }
  await expect.poll(warnings, { timeout: 30_000 }).not.toContain(NOT_SEEN)
})

test('while the database is unreachable only that is reported', async () => {
  Object.assign(portal.world.healthProbe, { stateOf: async () => 'down' })
  await portal.pool.query('ALTER TABLE job RENAME TO other')
  expect(await warnings()).not.toContain(NOT_SEEN)
})

test('a source that throws immediately leaves a warning, and the other sources still warn', async () => {
  const found: WarningSource<unknown> = {
    warnings: { other: { advice: 'Wait.' } },
    collect: () => [{ code: 'other', text: 'Another warning.' }],
  }
  let error: Error | null = new Error('no such folder')
  const failing: WarningSource<unknown> = {
    warnings: {},
    collect: () => {
      if (error) throw error
      return []
    },
  }
  const { now } = collectWarnings(portal.world, [failing, found])
  const text = 'The portal could not look at a part of its own state: see the log.'
  const logged = () => portal.log.filter((line) => line.includes(text))
  expect(now()).toMatchObject([{ code: 'not-checked', text }, { code: 'other' }])
  now()
  expect(logged()).toHaveLength(1)
  expect(logged()[0]).toContain('no such folder')
  error = null
  expect(now()).toMatchObject([{ code: 'other' }])
})
