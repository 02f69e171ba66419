import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASELINE_SQL } from './baseline.ts'
import { REPEATABLES } from './schema.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { describeSchema, type SchemaDescription } from './testing/describe-schema.ts'

let database: TestDatabase
let migrated: SchemaDescription
beforeAll(async () => {
  database = await testDatabase()
  migrated = await describeSchema(database.pool)
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const texts = await Promise.all([...BASELINE_SQL, ...REPEATABLES].map((path) => readFile(path, 'utf8')))
  await database.pool.query(`SET LOCAL check_function_bodies = off;\n${texts.join('\n')}`)
})
afterAll(() => database.close())

test('R1.104: a portal made from server/schema has the schema that the migrations make', async () => {
  const made = await describeSchema(database.pool)
  expect(Object.keys(made).length).toBeGreaterThan(70)
  expect(made).toEqual(migrated)
})

test.each([
  "ALTER TABLE document ALTER COLUMN description SET DEFAULT '-'",
  'ALTER TABLE document ALTER COLUMN byte_size TYPE bigint',
  'ALTER TABLE account ALTER COLUMN has_password DROP NOT NULL',
  'ALTER TABLE owner_roll ALTER COLUMN columns SET STORAGE EXTENDED',
  'ALTER TABLE organization ALTER COLUMN search_name DROP EXPRESSION',
  'ALTER TABLE document DROP CONSTRAINT document_check1',
  'ALTER TABLE document_delta RESET (autovacuum_vacuum_threshold)',
  'ALTER TABLE receipt DISABLE TRIGGER receipt_is_append_only',
  'ALTER SEQUENCE import_run_written_order OWNED BY NONE',
  'DROP INDEX document_twins',
  'DROP TRIGGER audit_record_is_not_emptied ON audit_record_default',
  'DROP INDEX audit_record_concerned',
  'CREATE INDEX more ON audit_record_default (account_id)',
  'GRANT EXECUTE ON FUNCTION append_audit_records(jsonb) TO PUBLIC',
  'GRANT SELECT ON audit_record TO PUBLIC',
  'ALTER FUNCTION claim_next_job RESET ALL',
  "UPDATE status SET rank = 302 WHERE name = 'New'",
  "DELETE FROM document_type WHERE name = 'Watercraft'",
  'CREATE TABLE more ()',
])('the comparison finds a difference: %s', async (statement) => {
  const client = await database.pool.connect()
  try {
    await client.query(`BEGIN; ${statement}`)
    expect(await describeSchema(client)).not.toEqual(migrated)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
