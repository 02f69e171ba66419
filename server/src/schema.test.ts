import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { wrongCells } from './records/documents/pages/reference-list.test-data.ts'
import { seedDocuments, seedPeople } from './records/documents/pages/documents.test-data.ts'
import { foldCounts } from './records/documents/counts/counts.repository.ts'
import { makeOrRequireSchema, planSchema, updateSchema } from './schema.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { describeSchema } from './testing/describe-schema.ts'
import { makeRelease0143, SINCE_RELEASE_0143 } from './testing/release-0143.ts'

type SchemaFacts = Awaited<ReturnType<typeof describeSchema>>

const DOCUMENTS = 900
const DAMAGED =
  /^The database is not as release 0143 makes it\. .+ Then start this release again\.\n.+ (is missing|differs): .*see server\/schema\/\w+\.sql\.$/i

/** A database of release 0143 with documents, some of them not yet counted in cells. */
let old: TestDatabase
beforeEach(async () => {
  old = await testDatabase()
  await makeRelease0143(old.pool)
  await seedPeople(old.pool)
  await seedDocuments(old.pool, { count: DOCUMENTS })
  await foldCounts(old.pool)
  await seedDocuments(old.pool, { count: DOCUMENTS, from: DOCUMENTS + 1 })
})
afterEach(() => old.close())

async function migrationsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')
  return rows.map(({ name }) => name)
}

/** What is left of the schema of before; later migrations add to it. */
function ofRelease(before: SchemaFacts, after: SchemaFacts): SchemaFacts {
  return Object.fromEntries(
    Object.entries(before).map(([name, facts]) => [
      name,
      after[name]?.filter((fact) => facts.includes(fact)) ?? [],
    ]),
  )
}

test('R1.105: the portal takes over a database of release 0143, and only adds the record of it', async () => {
  const [before, migrations] = [await describeSchema(old.pool), await migrationsOf(old.pool)]
  expect((await planSchema(old.pool)).pending.map(({ name }) => name)).toEqual(SINCE_RELEASE_0143)
  expect(await migrationsOf(old.pool)).toEqual(migrations)
  expect(await updateSchema(old.pool)).toEqual(SINCE_RELEASE_0143)
  expect(ofRelease(before, await describeSchema(old.pool))).toEqual(before)
  expect(await migrationsOf(old.pool)).toEqual([...migrations, ...SINCE_RELEASE_0143])
  expect(await updateSchema(old.pool)).toEqual([])
  expect(before['document']?.filter((fact) => fact.startsWith('row'))).toHaveLength(2 * DOCUMENTS)
  expect(await foldCounts(old.pool)).toBeGreaterThan(0)
  expect(await wrongCells(old.pool)).toBe(0)
})

test('R11.30 R11.31 an upgrade marks files of the drop folder as done that were refused more than seven days before, and opens the others', async () => {
  await old.pool.query(
    `INSERT INTO drop_file (id, county_id, folder, file_name, taken_at, state, reason)
     SELECT gen_random_uuid(), (SELECT min(id) FROM county), 'folder', days || '.exe', now() - days * interval '1 day',
       'refused', 'This type of file is not accepted.'
     FROM unnest('{6,8,800}'::integer[]) AS days`,
  )
  await updateSchema(old.pool)
  const { rows } = await old.pool.query(
    'SELECT file_name, done_by FROM drop_file_done JOIN drop_file ON id = drop_file_id ORDER BY file_name DESC',
  )
  expect(rows).toEqual([
    { file_name: '800.exe', done_by: null },
    { file_name: '8.exe', done_by: null },
  ])
  const open = await old.pool.query(
    'SELECT file_name, open_since = taken_at AS "sinceTaken" FROM drop_file WHERE open_since IS NOT NULL',
  )
  expect(open.rows).toEqual([{ file_name: '6.exe', sinceTaken: true }])
})

test('R1.105: it takes over a database whose tables another role owns, and keeps the rights of the portal’s role', async () => {
  const owned = await testDatabase({ ownsNothing: true })
  try {
    await owned.database.asOwner(makeRelease0143)
    const before = await owned.database.asOwner(describeSchema)
    expect(await owned.database.asOwner(updateSchema)).toEqual(SINCE_RELEASE_0143)
    expect(ofRelease(before, await owned.database.asOwner(describeSchema))).toEqual(before)
    expect(
      (await owned.pool.query("INSERT INTO county (name, created_at) VALUES ('Reeves', now())")).rowCount,
    ).toBe(1)
    await expect(owned.pool.query('DELETE FROM audit_record')).rejects.toThrow('permission denied')
  } finally {
    await owned.close()
  }
})

test.each([
  'DROP TABLE deferred_mail',
  'ALTER TABLE receipt DROP COLUMN check_code',
  'ALTER TABLE receipt_file ALTER COLUMN sha256 DROP NOT NULL',
  'DROP TRIGGER receipt_is_append_only ON receipt',
  'ALTER TABLE document DROP CONSTRAINT document_check1',
  'DROP INDEX document_twins',
  'ALTER TABLE document DROP CONSTRAINT document_check1, ADD CONSTRAINT document_check1 CHECK (true)',
  'DROP INDEX document_twins; CREATE INDEX document_twins ON document (id)',
])('R1.105: it refuses a damaged one with a line for the part, and changes nothing: %s', async (damage) => {
  await old.pool.query(damage)
  const [before, migrations] = [await describeSchema(old.pool), await migrationsOf(old.pool)]
  await expect(updateSchema(old.pool)).rejects.toThrow(DAMAGED)
  await expect(makeOrRequireSchema(old.database)).rejects.toThrow(DAMAGED)
  expect(await describeSchema(old.pool)).toEqual(before)
  expect(await migrationsOf(old.pool)).toEqual(migrations)
})

test('R1.105: it refuses a database with other tables than the portal’s, and leaves them', async () => {
  await old.pool.query(
    'DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE document (title text); INSERT INTO document VALUES (1)',
  )
  await expect(updateSchema(old.pool)).rejects.toThrow(
    'The database has the table document of a portal, but schema_migration has no migration of release 0143. Nothing was changed. Restore the last backup into a new database: npm run -s portal -- restore DIR',
  )
  expect((await old.pool.query('SELECT title FROM document')).rows).toEqual([{ title: '1' }])
  const { rows } = await old.pool.query("SELECT to_regclass('county') AS county")
  expect(rows).toEqual([{ county: null }])
})

test('R1.106: it refuses a portal without its record of migrations, and leaves its rows', async () => {
  await old.pool.query('DELETE FROM schema_migration')
  for (const work of [() => makeOrRequireSchema(old.database), () => updateSchema(old.pool)]) {
    await expect(work()).rejects.toThrow(
      /^The database has the table \w+ and \d+ more tables of a portal, but schema_migration has no migration of release 0143\. .* restore DIR$/,
    )
  }
  expect((await old.pool.query('SELECT count(*)::integer AS n FROM document')).rows).toEqual([
    { n: 2 * DOCUMENTS },
  ])
  expect(await migrationsOf(old.pool)).toEqual([])
})

test('R1.91 R1.106: a command that writes refuses a database of the first releases, and changes nothing', async () => {
  // They recorded migrations only, and had fewer.
  await old.pool.query('DROP TABLE schema_repeatable')
  await old.pool.query("DELETE FROM schema_migration WHERE name > '0014'")
  const migrations = await migrationsOf(old.pool)
  for (const work of [() => makeOrRequireSchema(old.database), () => updateSchema(old.pool)]) {
    await expect(work()).rejects.toThrow(
      'The database is of release 0013, and this release works from release 0143 on. Start release 0143 first: it brings the database up to date. Then start this one.',
    )
  }
  expect(await migrationsOf(old.pool)).toEqual(migrations)
})

test('R1.91 a command that writes refuses a database of the previous release, and changes nothing', async () => {
  await expect(makeOrRequireSchema(old.database)).rejects.toThrow(
    'The database is of an older release. Start the portal, or run `npm run -s portal -- migrate`.',
  )
  expect(await migrationsOf(old.pool)).not.toContain('0144-baseline.sql')
})
