import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { updateSchema } from '../../schema.ts'
import { lookAtSchema, migrate, type SchemaFiles } from './migrate.ts'
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

test('applies pending migrations, in order, and returns their names', async () => {
  expect(await migrate(database.pool, files)).toEqual(['0001-first.sql', '0002-second.sql'])
  expect(await migrate(database.pool, files)).toEqual([])
  await write('0003-third.sql', 'ALTER TABLE second RENAME TO third')
  await write('notes.md', 'not a migration')
  expect(await migrate(database.pool, files)).toEqual(['0003-third.sql'])
  expect(await tables()).toEqual(['first', 'schema_migration', 'schema_repeatable', 'third'])
})

test('C21 two servers that start at the same time apply each migration once', async () => {
  const pools = Array.from({ length: 4 }, () =>
    createPool({ connectionString: database.url }, { size: 3, log: { info() {}, warn() {}, error() {} } }),
  )
  await write('0003-slow.sql', 'SELECT pg_sleep(0.1); CREATE TABLE third (id integer)')
  const applied = await Promise.all(pools.map((pool) => migrate(pool, files)))
  await Promise.all(pools.map((pool) => pool.end()))
  expect(applied.flat()).toEqual(['0001-first.sql', '0002-second.sql', '0003-slow.sql'])
})

test('C07 a failed migration is rolled back completely; earlier ones stay, and the next start continues there', async () => {
  await write('0003-broken.sql', 'CREATE TABLE third (id integer); SELECT nothing_like_this()')
  await expect(migrate(database.pool, files)).rejects.toThrow(/^Migration 0003-broken\.sql failed: function/)
  expect(await tables()).toEqual(['first', 'schema_migration', 'schema_repeatable', 'second'])
  await write('0003-broken.sql', 'CREATE TABLE third (id integer)')
  expect(await migrate(database.pool, files)).toEqual(['0003-broken.sql'])
})

test('reports the current migration, but not in a new database', async () => {
  const said: string[] = []
  const report = (line: string) => void said.push(line)
  await migrate(database.pool, files, { report })
  expect(said).toEqual([])
  await write('0003-third.sql', 'CREATE TABLE third (id integer)')
  await write('0004-fourth.sql', 'CREATE TABLE fourth (id integer)')
  await migrate(database.pool, files, { report })
  expect(said).toEqual([
    'Bringing the database up to date: 0003-third.sql (1 of 2) …',
    'Bringing the database up to date: 0004-fourth.sql (2 of 2) …',
  ])
})

test('a check of the schema returns what would be applied, and changes nothing', async () => {
  const difference = await lookAtSchema(database.pool, files)
  expect(difference.isEmpty).toBe(true)
  expect(difference.pending.map(({ name }) => name)).toEqual(['0001-first.sql', '0002-second.sql'])
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

test('this release works with additions of a newer one, and leaves them', async () => {
  await migrate(database.pool, files)
  await rm(join(folder, '0002-second.sql'))
  expect(await migrate(database.pool, files)).toEqual([])
  expect(await lookAtSchema(database.pool, files)).toMatchObject({
    pending: [],
    unknown: ['0002-second.sql'],
  })
})

test('a database that needs a newer release is refused in one line, only by releases that are too old', async () => {
  await write('0003-third.sql', 'CREATE TABLE third (id integer)')
  await write(
    '0004-gone.sql',
    '-- Nobody writes second any more.\n-- contract: needs 0002\nDROP TABLE second',
  )
  await migrate(database.pool, files)
  await rm(join(folder, '0004-gone.sql'))
  expect(await migrate(database.pool, files)).toEqual([])
  await rm(join(folder, '0003-third.sql'))
  expect(await migrate(database.pool, files)).toEqual([])
  await rm(join(folder, '0002-second.sql'))
  const refusal = new StartError(
    'The database is of a newer release: since migration 0004-gone.sql it needs release 0002 or newer, and this is 0001. Start a newer release.',
  )
  await expect(migrate(database.pool, files)).rejects.toThrow(refusal)
  await expect(lookAtSchema(database.pool, files)).rejects.toThrow(refusal)
})

test.each([
  ['-- Contract: needs 0002', `says '-- Contract: needs 0002'`],
  ['-- contract: needs 3', `says '-- contract: needs 3'`],
  ['-- outside of a transaction', `says '-- outside of a transaction'`],
  ['-- contract: needs 0003', 'needs release 3, which cannot have been before it'],
])('a header that nearly matches is refused: %s', async (line, reason) => {
  await write('0003-third.sql', `${line}\nCREATE TABLE third (id integer)`)
  await expect(migrate(database.pool, files)).rejects.toThrow(reason)
  expect(await tables()).toEqual([])
})

test('a migration numbered before an applied one is refused', async () => {
  await migrate(database.pool, files)
  await write('0001-between.sql', 'CREATE TABLE between (id integer)')
  await expect(migrate(database.pool, files)).rejects.toThrow(
    new StartError(
      'Migration 0001-between.sql comes before 0002-second.sql, which this database already has.',
    ),
  )
})

test('the portal’s own schema and migrations apply to an empty database of an ordinary role', async () => {
  expect(await updateSchema(database.pool)).toContain('the schema of release 0143')
  expect(await updateSchema(database.pool)).toEqual([])
})
