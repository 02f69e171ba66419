import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateSchema } from './schema.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { describeSchema, type SchemaDescription } from './testing/describe-schema.ts'
import { makeRelease0143 } from './testing/release-0143.ts'

/** SHA-256 of the description of each table, as the migrations of release 0143 created it on PostgreSQL 18. */
const HASHES = join(import.meta.dirname, 'testing/release-0143.json')

let fresh: TestDatabase
let adopted: TestDatabase
let described: SchemaDescription
beforeAll(async () => {
  fresh = await testDatabase()
  described = await describeSchema(fresh.pool)
  adopted = await testDatabase()
  await makeRelease0143(adopted.pool)
})
afterAll(async () => {
  await fresh.close()
  await adopted.close()
})

/** Leaves out functions, which are repeatable SQL. */
function hashesOf(description: SchemaDescription): Record<string, string> {
  return Object.fromEntries(
    Object.entries(description)
      .filter(([name]) => name !== 'functions')
      .map(([name, facts]) => [name, createHash('sha256').update(facts.join('\n')).digest('hex')]),
  )
}

test('R1.104: server/schema creates the same schema as the migrations up to 0143', async () => {
  const known = JSON.parse(await readFile(HASHES, 'utf8')) as Record<string, string>
  expect(Object.keys(known).length).toBeGreaterThan(70)
  expect(hashesOf(await describeSchema(adopted.pool))).toEqual(known)
})

test('R1.105: a database of release 0143 and a new one get the same schema', async () => {
  await updateSchema(adopted.pool)
  expect(await describeSchema(adopted.pool)).toEqual(described)
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
  const client = await fresh.pool.connect()
  try {
    await client.query(`BEGIN; ${statement}`)
    expect(await describeSchema(client)).not.toEqual(described)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
