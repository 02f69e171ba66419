import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { StartError } from '../config/start-error.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
/** Paths below the folder. */
let repeatables: string[]

beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  folder = await mkdtemp(join(tmpdir(), 'portal-repeatables-'))
  await write('0001-applied.sql', 'CREATE TABLE applied (id integer GENERATED ALWAYS AS IDENTITY, name text)')
  await write('one.functions.sql', returning('one', 1))
  await write('two.functions.sql', returning('two', 2))
  repeatables = ['one.functions.sql', 'two.functions.sql']
  await note('one.functions.sql', 1)
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const update = () =>
  migrate(database.pool, {
    migrations: folder,
    repeatables: repeatables.map((path) => join(folder, path)),
    notes: join(folder, 'notes.json'),
  })

async function write(path: string, sql: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), sql)
}

const note = (name: string, revision: number) =>
  write('notes.json', JSON.stringify({ files: { [name]: { revision, sha256: '' } }, functions: [] }))

/** SQL of a function. It also records each time that it is applied. */
const returning = (name: string, value: number | string) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS integer LANGUAGE sql RETURN ${value};
   INSERT INTO applied (name) VALUES ('${name}');`

async function valueOf(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ value: unknown }>(`SELECT ${expression} AS value`)
  return rows[0]?.value
}

const applied = () => valueOf('(SELECT array_agg(name ORDER BY id) FROM applied)')

test('repeatable SQL is applied once, after the migrations, in order, and its names are returned', async () => {
  await write('zero.functions.sql', returning('zero', 0))
  await write('a-sum.views.sql', 'CREATE OR REPLACE VIEW sum AS SELECT zero() + one() AS n')
  repeatables.push('zero.functions.sql', 'a-sum.views.sql')
  expect(await update()).toEqual(['0001-applied.sql', ...repeatables])
  expect(await update()).toEqual([])
  expect(await applied()).toEqual(['one', 'two', 'zero'])
  expect(await valueOf('(SELECT n FROM sum)')).toBe(1)
})

test('only changed files are applied again', async () => {
  await update()
  await write('one.functions.sql', returning('one', 11))
  expect(await update()).toEqual(['one.functions.sql'])
  expect(await update()).toEqual([])
  expect(await applied()).toEqual(['one', 'two', 'one'])
  expect(await valueOf('one()')).toBe(11)
})

test('neither another folder nor the line ends of another platform are a change', async () => {
  await update()
  await write('rooms/one.functions.sql', returning('one', 1).replaceAll('\n', '\r\n'))
  repeatables = ['rooms/one.functions.sql', 'two.functions.sql']
  expect(await update()).toEqual([])
})

test('a function of the same name gets another signature by dropping the old one in its file', async () => {
  await update()
  await write(
    'one.functions.sql',
    `DROP FUNCTION IF EXISTS one();
     CREATE OR REPLACE FUNCTION one(more integer) RETURNS bigint LANGUAGE sql RETURN 1 + more;`,
  )
  expect(await update()).toEqual(['one.functions.sql'])
  expect(await valueOf('one(2)')).toBe('3')
  await expect(valueOf('one()')).rejects.toThrow(/does not exist/)
})

test('C07 failed repeatable SQL names itself and leaves all functions as they were', async () => {
  await update()
  await write('0002-more.sql', 'CREATE TABLE more (id integer)')
  await write('one.functions.sql', returning('one', 11))
  await write('two.functions.sql', returning('two', 'nothing_like_this()'))
  await expect(update()).rejects.toThrow(
    new StartError('Repeatable SQL two.functions.sql failed: function nothing_like_this() does not exist.'),
  )
  expect(await valueOf('one()')).toBe(1)
  expect(await valueOf(`to_regclass('more')`)).toBe('more')
  expect(await applied()).toEqual(['one', 'two'])
})

test('an older release leaves the functions of a newer one, and a newer one replaces those of an older', async () => {
  await update()
  await write('one.functions.sql', returning('one', 11))
  await note('one.functions.sql', 2)
  expect(await update()).toEqual(['one.functions.sql'])
  await write('one.functions.sql', returning('one', 1))
  await note('one.functions.sql', 1)
  expect(await update()).toEqual([])
  expect(await valueOf('one()')).toBe(11)
  await write('one.functions.sql', returning('one', 111))
  await note('one.functions.sql', 3)
  expect(await update()).toEqual(['one.functions.sql'])
  expect(await valueOf('one()')).toBe(111)
})

test('functions that only another release knows stay unchanged', async () => {
  await update()
  repeatables = ['one.functions.sql']
  expect(await update()).toEqual([])
  expect(await valueOf('two()')).toBe(2)
})

test('C21 two servers that start at the same time apply it once', async () => {
  await Promise.all([update(), update(), update()])
  expect(await applied()).toEqual(['one', 'two'])
})
