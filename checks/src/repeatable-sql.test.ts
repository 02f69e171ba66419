import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SERVER = resolve(import.meta.dirname, '../../server/src')
const paths = globSync('**/*.sql', { cwd: SERVER }).map((path) => path.replaceAll('\\', '/'))
const migrations = paths.filter((path) => /^engines\/migrations\/\d{4}-[a-z0-9-]+\.sql$/.test(path))
const repeatables = paths.filter((path) => /\.(functions|views)\.sql$/.test(path))

const read = (path: string) => readFileSync(resolve(SERVER, path), 'utf8')

/** Functions and views that these files create or drop. */
function named(verb: 'CREATE' | 'DROP', files: readonly string[]): Set<string> {
  const statement = new RegExp(
    `^${verb} (?:OR REPLACE )?(?:FUNCTION|PROCEDURE|VIEW) (?:IF EXISTS )?(\\w+)`,
    'gim',
  )
  const text = files.map(read).join('\n')
  return new Set([...text.matchAll(statement)].map(([, name]) => name ?? ''))
}

test('every file of SQL is a migration or repeatable', () => {
  expect(migrations.length).toBeGreaterThan(0)
  expect(repeatables.length).toBeGreaterThan(0)
  expect([...migrations, ...repeatables].toSorted()).toEqual(paths.toSorted())
})

test('every function and view of a migration has its newest definition in repeatable SQL, or is dropped', () => {
  const alive = named('CREATE', migrations).difference(named('DROP', migrations))
  const repeatable = named('CREATE', repeatables)
  expect(repeatable.size).toBeGreaterThan(40)
  expect([...alive.difference(repeatable)]).toEqual([])
})

test('the composition lists all repeatable SQL, in the order of the floors', () => {
  const listed = [...read('schema.ts').matchAll(/'(.+\.sql)'/g)].map(([, path]) => path ?? '')
  expect(listed.toSorted()).toEqual(repeatables.toSorted())
  const floors = listed.map((path) => ['engines', 'records', 'rooms'].indexOf(path.split('/')[0] ?? ''))
  expect(floors).toEqual(floors.toSorted((a, b) => a - b))
})

test('no two files of repeatable SQL share a name, by which a database identifies them', () => {
  expect(new Set(repeatables.map((path) => basename(path))).size).toBe(repeatables.length)
})

test('repeatable SQL replaces what it creates', () => {
  const plain = repeatables.filter((path) => /^CREATE (FUNCTION|PROCEDURE|VIEW)/im.test(read(path)))
  expect(plain).toEqual([])
})

test('only one file creates a function or view', () => {
  const created = repeatables.flatMap((path) => [...named('CREATE', [path])].map((name) => ({ name, path })))
  const twice = created.filter(({ name }, i) => created.findIndex((other) => other.name === name) !== i)
  expect(twice).toEqual([])
})
