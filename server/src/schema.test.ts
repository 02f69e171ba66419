import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './engines/migrations/migrate.ts'
import { wrongCells } from './records/documents/pages/reference-list.test-data.ts'
import { seedDocuments, seedPeople } from './records/documents/pages/documents.test-data.ts'
import { foldCounts } from './records/documents/fold-counts.repository.ts'
import { makeOrRequireSchema, updateSchema } from './schema.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

const MIGRATIONS = join(import.meta.dirname, 'engines/migrations')
/** The last migration of the release in which functions stood in migrations alone. */
const LAST = '0013-attempts-of-a-day.sql'
const DOCUMENTS = 900

/** As a database of that release, with documents, of which some are not counted in cells yet. */
let old: TestDatabase
let fresh: TestDatabase
let documents: unknown[]
beforeAll(async () => {
  fresh = await testDatabase()
  old = await testDatabase()
  await old.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrateToLast()
  await seedPeople(old.pool)
  await seedDocuments(old.pool, { count: DOCUMENTS })
  await foldCounts(old.pool)
  await seedDocuments(old.pool, { count: DOCUMENTS, from: DOCUMENTS + 1 })
  documents = await documentsOf(old.pool)
  await updateSchema(old.pool)
})
afterAll(async () => {
  await old.close()
  await fresh.close()
})

async function migrateToLast(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  try {
    for (const name of await readdir(MIGRATIONS)) {
      if (/^\d/.test(name) && name <= LAST) await cp(join(MIGRATIONS, name), join(folder, name))
    }
    await migrate(old.pool, { migrations: folder, repeatables: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function documentsOf(pool: Pool): Promise<unknown[]> {
  return (
    await pool.query(
      `SELECT id, county_id, uploaded_by, status_id, description, uploaded_at, deleted_at,
         rank() OVER (ORDER BY status_rank) AS place
       FROM document ORDER BY id`,
    )
  ).rows
}

/** Of all functions that no extension brings. */
async function definitionsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string }>(
    `SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
     ORDER BY p.oid::regprocedure::text COLLATE "C"`,
  )
  return rows.map(({ definition }) => definition)
}

test('a database of the release before repeatable SQL comes to the same functions as a new one', async () => {
  const definitions = await definitionsOf(fresh.pool)
  expect(definitions.length).toBeGreaterThan(10)
  expect(await definitionsOf(old.pool)).toEqual(definitions)
})

test('it keeps its documents, and their counts, waiting ones too', async () => {
  expect(documents).toHaveLength(2 * DOCUMENTS)
  expect(await documentsOf(old.pool)).toEqual(documents)
  expect(await foldCounts(old.pool)).toBeGreaterThan(0)
  expect(await wrongCells(old.pool)).toBe(0)
})

test('R1.91 a command that writes refuses a database of the first releases, and changes nothing', async () => {
  const first = await testDatabase()
  try {
    // They noted migrations alone, and had fewer.
    await first.pool.query('DROP TABLE schema_repeatable')
    await first.pool.query('DELETE FROM schema_migration WHERE name > $1', [LAST])
    await expect(makeOrRequireSchema(first.database)).rejects.toThrow(
      'The database is of an older release. Start the portal, or run `npm run -s portal -- migrate`.',
    )
    const { rows } = await first.pool.query('SELECT max(name) AS newest FROM schema_migration')
    expect(rows).toEqual([{ newest: LAST }])
  } finally {
    await first.close()
  }
})
