import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE } from '../../records/access/actor.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { verifyAudit } from '../../records/audit/verify-audit.usecases.ts'
import { AUDIT_AS_TOLD } from '../../testing/audit-as-told.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrateToBefore } from '../../testing/migrate-to-before.ts'
import { testClock } from '../../testing/test-clock.ts'
import { updateSchema } from '../../schema.ts'

const ANN = 'ann@reeves.example'
const facts = { file: 'roll.csv', amounts: [1, 2.5], 'é "': null }

/** Records of the release before: who, by which account, what, of which document and county, and the facts. */
const OLD = [
  ['command line', null, 'county added', null, 3, { CountyID: 3 }],
  ['command line', null, 'account added', null, 3, { userID: 8 }],
  ['command line', null, 'owner values imported', null, 3, facts],
  ['anonymous', null, 'password reset asked', null, null, { email: ANN }],
  [ANN, null, 'password reset asked', null, null, null],
  [ANN, 8, 'signed in', null, null, null],
  [ANN, 8, 'uploaded', 41, 3, { fileName: 'r.pdf' }],
  [ANN, 8, 'description or type changed', 41, 3, facts],
  [ANN, 8, 'something that no release did', null, null, null],
  [ANN, 8, 'signed out', null, null, null],
] as const

const MOVED = [
  ['county.added', 'command line', 'county', '3'],
  ['account.added', 'command line', 'account', '8'],
  ['owner_values.imported', 'command line', 'county', '3'],
  ['password.reset_requested', 'anonymous', 'address', ANN],
  ['password.reset_requested', 'anonymous', 'address', ANN],
  ['session.started', 'proven', 'account', '8'],
  ['document.uploaded', 'person', 'document', '41'],
  ['document.described', 'person', 'document', '41'],
  ['something that no release did', 'person', 'account', '8'],
  ['session.ended', 'proven', 'account', '8'],
]

let database: TestDatabase
let before: object[]
beforeAll(async () => {
  database = await testDatabase()
  await migrateToBefore(database.pool, '0015-audit-chains.sql')
  for (const [index, [who, accountId, what, documentId, countyId, after]] of OLD.entries()) {
    // Of another order than that in which they were written.
    const at = `2025-${String(12 - index).padStart(2, '0')}-01T00:00:00.123Z`
    await database.pool.query(
      `INSERT INTO audit_record (at, who, account_id, what, document_id, county_id, after, came_from)
       VALUES ($1, $2, $3, $4, $5, $6, $7, '192.0.2.1')`,
      [at, who, accountId, what, documentId, countyId, after === null ? null : JSON.stringify(after)],
    )
  }
  before = await told('audit_record')
  await updateSchema(database.pool)
})
afterAll(() => database.close())

async function told(table: string): Promise<object[]> {
  const columns = 'id, at, who, account_id, what, document_id, county_id, before, after, came_from'
  return (await database.pool.query<object>(`SELECT ${columns} FROM ${table} ORDER BY id`)).rows
}

const verify = () => verifyAudit({ database: database.database }, () => {})

test('no record of the release before is lost or says anything else, and their order stays', async () => {
  expect(before).toHaveLength(OLD.length)
  expect(await told(AUDIT_AS_TOLD)).toEqual(before)
})

test('they have codes, kinds of actors and typed subjects', async () => {
  const { rows } = await database.pool.query<Record<string, string>>(
    'SELECT action, actor_kind, subject_kind, subject_id FROM audit_record ORDER BY id',
  )
  expect(rows.map((row) => Object.values(row))).toEqual(MOVED)
})

test('they are a sound chain, which the next record goes on with', async () => {
  expect(await verify()).toMatchObject({ records: OLD.length, chains: 1, problem: null })
  const context = { clock: testClock(), actor: COMMAND_LINE }
  const entry = { action: 'password.changed', subject: { kind: 'account', id: 3 } } as const
  await database.database.kysely
    .transaction()
    .execute((transaction) => recordAudit(transaction, context, entry))
  expect(await verify()).toMatchObject({ records: OLD.length + 1, chains: 1, problem: null })
  const { rows } = await database.pool.query('SELECT id FROM audit_record ORDER BY id DESC LIMIT 1')
  expect(rows).toEqual([{ id: String(OLD.length + 1) }])
})

test('each month of theirs has its place', async () => {
  const { rows } = await database.pool.query<{ place: string }>(
    'SELECT DISTINCT tableoid::regclass::text AS place FROM audit_record WHERE at < $1 ORDER BY 1',
    ['2026-01-01'],
  )
  expect(rows.map(({ place }) => place)).toEqual(
    Array.from(
      { length: OLD.length },
      (_, index) => `audit_record_2025_${String(index + 3).padStart(2, '0')}`,
    ),
  )
})
