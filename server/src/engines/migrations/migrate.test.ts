import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { updateSchema } from '../../schema.ts'
import { migrate, type SchemaFiles } from './migrate.ts'
import { createPool } from '../database/pool.ts'

let database: TestDatabase
let folder: string
let files: SchemaFiles

beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  files = { migrations: folder, repeatables: [] }
  await write('0001-first.sql', 'CREATE TABLE first (id integer PRIMARY KEY)')
  await write('0002-second.sql', 'CREATE TABLE second (id integer REFERENCES first)')
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)

async function tables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

test('applies what is pending, in order, and says what it was', async () => {
  expect(await migrate(database.pool, files)).toEqual(['0001-first.sql', '0002-second.sql'])
  expect(await migrate(database.pool, files)).toEqual([])
  await write('0003-third.sql', 'ALTER TABLE second RENAME TO third')
  await write('notes.md', 'not a migration')
  expect(await migrate(database.pool, files)).toEqual(['0003-third.sql'])
  expect(await tables()).toEqual(['first', 'schema_migration', 'schema_repeatable', 'third'])
})

test('C21 two servers that start at once apply each migration once', async () => {
  const pools = Array.from({ length: 4 }, () =>
    createPool({ connectionString: database.url }, { size: 1, log: { info() {}, warn() {}, error() {} } }),
  )
  await write('0003-slow.sql', 'SELECT pg_sleep(0.1); CREATE TABLE third (id integer)')
  const applied = await Promise.all(pools.map((pool) => migrate(pool, files)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(applied.flat()).toEqual(['0001-first.sql', '0002-second.sql', '0003-slow.sql'])
})

test('C07 a migration that fails leaves the schema as it was, those before it included', async () => {
  await write('0003-broken.sql', 'CREATE TABLE third (id integer); SELECT nothing_like_this()')
  await expect(migrate(database.pool, files)).rejects.toThrow(/^Migration 0003-broken\.sql failed: function/)
  expect(await tables()).toEqual([])
})

test('a changed file is refused in one line', async () => {
  await migrate(database.pool, files)
  await write('0002-second.sql', 'CREATE TABLE second (id bigint REFERENCES first)')
  await expect(migrate(database.pool, files)).rejects.toThrow(
    new StartError(
      'Migration 0002-second.sql was changed after it was applied to this database. Put the file back and write a new migration.',
    ),
  )
})

test('line ends of another platform are no change', async () => {
  await write('0003-lines.sql', 'CREATE TABLE third (\n  id integer\n)')
  await migrate(database.pool, files)
  await write('0003-lines.sql', 'CREATE TABLE third (\r\n  id integer\r\n)')
  expect(await migrate(database.pool, files)).toEqual([])
})

test('a database of a newer release is refused in one line', async () => {
  await migrate(database.pool, files)
  await rm(join(folder, '0002-second.sql'))
  await expect(migrate(database.pool, files)).rejects.toThrow(
    new StartError('The database is of a newer release: this one does not know migration 0002-second.sql.'),
  )
})

test('a migration that comes before one already applied is refused', async () => {
  await migrate(database.pool, files)
  await write('0001-between.sql', 'CREATE TABLE between (id integer)')
  await expect(migrate(database.pool, files)).rejects.toThrow(
    new StartError(
      'Migration 0001-between.sql comes before 0002-second.sql, which this database already has.',
    ),
  )
})

test('the portal’s own migrations apply to an empty database of an ordinary role', async () => {
  expect(await updateSchema(database.pool)).toContain('0001-counties-and-accounts.sql')
  expect(await updateSchema(database.pool)).toEqual([])
})
