import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { BASELINE_SQL } from '@portal/server/src/baseline.ts'
import { uncommentedColumns } from './schema-files.ts'

const SCHEMA = resolve(import.meta.dirname, '../../server/schema')
const CATALOG = resolve(SCHEMA, '../src/engines/database/generated/schema.json')
const files = globSync('*.sql', { cwd: SCHEMA })
const read = (file: string) => readFileSync(resolve(SCHEMA, file), 'utf8')

test('the baseline lists every file of server/schema', () => {
  const listed = BASELINE_SQL.filter((path) => resolve(path, '..') === SCHEMA).map((path) => basename(path))
  expect(listed.toSorted()).toEqual(files.toSorted())
})

test('each table has a file with its name', () => {
  const tables = files.flatMap((file) =>
    [...read(file).matchAll(/^CREATE TABLE (\w+) \(/gm)].map(([, table]) => `${table}.sql in ${file}`),
  )
  expect(tables.length).toBeGreaterThan(60)
  expect(tables.filter((text) => !/^(.+) in \1$/.test(text))).toEqual([])
})

test('each column of a table has a comment', () => {
  expect(files.flatMap((file) => uncommentedColumns(read(file)))).toEqual([])
})

test('the file of a table names each column that the table has today', () => {
  const { columns } = JSON.parse(readFileSync(CATALOG, 'utf8')) as { columns: string[] }
  const named = columns.map((column) => column.split(/[. ]/))
  expect(named.length).toBeGreaterThan(400)
  const missing = named.filter(([table, column]) => {
    return (
      files.includes(`${table}.sql`) && !new RegExp(`^ .*\\b${column}\\b`, 'm').test(read(`${table}.sql`))
    )
  })
  expect(missing).toEqual([])
})

test('the check of comments finds a column without one', () => {
  const sql = `-- A thing.
CREATE TABLE thing (
  id integer,  -- Its number.
  -- Its name.
  name text,
  state text NOT NULL  -- What it is.
    CHECK (state <> ''),
  bare text,
  kind text CHECK (kind IN ('a'))
);`
  expect(uncommentedColumns(sql)).toEqual(['thing.bare', 'thing.kind'])
})
