import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { testClock } from '../../testing/test-clock.ts'
import { COMMAND_LINE } from '../access/actor.ts'
import { makeAuditMonths } from './audit-months.ts'
import { recordAudit, recordHistory } from './record.ts'

const clock = testClock('2031-01-31T23:59:59.999Z')
let database: TestDatabase
beforeAll(async () => void (database = await testDatabase({ timeZone: 'America/Chicago' })))
afterAll(() => database.close())

const entry = { action: 'password.changed', subject: { kind: 'account', id: 1 } } as const

async function write(): Promise<void> {
  const context = { clock, actor: COMMAND_LINE }
  await database.database.kysely
    .transaction()
    .execute((transaction) => recordAudit(transaction, context, entry))
}

/** The partitions with records of that year. */
async function placesOf(year: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ place: string }>(
    `SELECT tableoid::regclass::text AS place FROM audit_record
     WHERE extract(year FROM at AT TIME ZONE 'UTC') = $1 ORDER BY id`,
    [year],
  )
  return rows.map(({ place }) => place)
}

const makeMonths = () => makeAuditMonths({ clock, database: database.database })

test('this month and the next two have a partition, also if servers create them at the same time', async () => {
  await Promise.all([makeMonths(), makeMonths(), makeMonths()])
  for (const moment of ['2031-01-31T23:59:59.999Z', '2031-02-01T00:00:00Z', '2031-03-31T12:00:00Z']) {
    clock.set(moment)
    await write()
  }
  expect(await placesOf(2031)).toEqual([
    'audit_record_2031_01',
    'audit_record_2031_02',
    'audit_record_2031_03',
  ])
})

test('a record of a month without a partition is stored anyway, and its month continues next to it', async () => {
  clock.set('2033-06-15T12:00:00Z')
  await write()
  await makeMonths()
  await write()
  clock.set('2033-07-01T00:00:00Z')
  await write()
  expect(await placesOf(2033)).toEqual([
    'audit_record_default',
    'audit_record_default',
    'audit_record_2033_07',
  ])
})

test('old events are recorded with their time, in months that are created for them', async () => {
  const moments = ['2019-12-31T23:00:00Z', '2019-03-01T00:00:00Z'].map((text) => new Date(text))
  await database.database.kysely.transaction().execute((transaction) =>
    recordHistory(
      transaction,
      moments.map((at) => ({ ...entry, at, actor: COMMAND_LINE })),
    ),
  )
  expect(await placesOf(2019)).toEqual(['audit_record_2019_12', 'audit_record_2019_03'])
})

test('no writer waits long for a month that readers lock', async () => {
  clock.set('2035-01-10T12:00:00Z')
  const reader = await database.pool.connect()
  try {
    await reader.query('BEGIN; SELECT count(*) FROM audit_record')
    await makeMonths()
    await write()
  } finally {
    await reader.query('ROLLBACK')
    reader.release()
  }
  expect(await placesOf(2035)).toEqual(['audit_record_default'])
})

test('the number of months is limited: ten years at once, a century in all', async () => {
  const asked = (first: string, last: string) =>
    database.pool.query('SELECT add_audit_months($1, $2)', [first, last])
  await expect(asked('0001-01-01', '9999-01-01')).rejects.toThrow('ten years of months at once at most')
  for (let year = 1900; year < 2030; year += 10) await asked(`${year}-01-01Z`, `${year + 9}-12-01Z`)
  const { rows } = await database.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'audit_record'::regclass`,
  )
  expect(rows[0]?.n).toBeLessThan(1330)
  clock.set('2040-01-01T00:00:00Z')
  await makeMonths()
  await write()
  expect(await placesOf(2040)).toEqual(['audit_record_default'])
}, 120_000)
