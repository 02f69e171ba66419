import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../config/start-error.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Baseline } from './baseline.ts'
import { lookAtSchema, migrate, type SchemaFiles } from './migrate.ts'

const BASELINE: Baseline = {
  release: '0007',
  adoption: '0008-adoption.sql',
  migrations: { '0001-things.sql': 'hash of 1', '0007-names.sql': 'hash of 7' },
  catalog: {
    columns: ['thing.id integer NOT NULL', 'thing.name text'],
    triggers: ['thing.thing_named'],
    constraints: ['thing.thing_named', 'thing.thing_pkey'],
    indexes: ['thing.thing_name', 'thing.thing_pkey'],
  },
  definitions: {
    triggers: {
      'thing.thing_named':
        'CREATE TRIGGER thing_named BEFORE INSERT ON thing FOR EACH ROW EXECUTE FUNCTION named()',
    },
    constraints: {
      'thing.thing_named': "CHECK (name <> ''::text)",
      'thing.thing_pkey': 'PRIMARY KEY (id)',
    },
    indexes: {
      'thing.thing_name': 'CREATE INDEX thing_name ON thing USING btree (name)',
      'thing.thing_pkey': 'CREATE UNIQUE INDEX thing_pkey ON thing USING btree (id)',
    },
  },
}
const FUNCTIONS = `
  CREATE OR REPLACE FUNCTION named() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
  CREATE OR REPLACE FUNCTION things() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM thing $$;`
const THING = `
  CREATE TABLE thing (id integer PRIMARY KEY, name text, CONSTRAINT thing_named CHECK (name <> ''));
  CREATE INDEX thing_name ON thing (name);
  CREATE TRIGGER thing_named BEFORE INSERT ON thing FOR EACH ROW EXECUTE FUNCTION named();`
const NEW = ['the schema of release 0007', '0008-adoption.sql', '0009-later.sql', 'things.functions.sql']

let database: TestDatabase
let folder: string
let files: SchemaFiles

beforeEach(async () => {
  database = await testDatabase()
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  folder = await mkdtemp(join(tmpdir(), 'portal-baseline-'))
  const paths = ['things.functions.sql', 'thing.sql'].map((name) => join(folder, name))
  files = {
    baseline: { notes: join(folder, 'baseline.json'), sql: paths },
    migrations: folder,
    repeatables: paths.slice(0, 1),
  }
  await write('baseline.json', JSON.stringify(BASELINE))
  await write('things.functions.sql', FUNCTIONS)
  await write('thing.sql', THING)
  await write('0008-adoption.sql', '-- Nothing.')
  await write('0009-later.sql', 'ALTER TABLE thing ADD COLUMN later text')
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const update = () => migrate(database.pool, files)

async function applied(): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>(
    `SELECT name || ' ' || sha256 AS text FROM schema_migration ORDER BY name`,
  )
  return rows.map(({ text }) => text)
}

/** Creates the schema of the baseline's release. */
async function makeOld(): Promise<void> {
  await migrate(database.pool, { ...files, only: new Set(Object.keys(BASELINE.migrations)) })
}

test('R1.104: a new database gets the baseline, counts as one with the old migrations, and gets the later ones', async () => {
  expect((await lookAtSchema(database.pool, files)).baseline?.release).toBe('0007')
  expect(await update()).toEqual(NEW)
  expect(await update()).toEqual([])
  expect(await applied()).toMatchObject([
    '0001-things.sql hash of 1',
    '0007-names.sql hash of 7',
    expect.stringContaining('0008-adoption.sql '),
    expect.stringContaining('0009-later.sql '),
  ])
  await database.pool.query("INSERT INTO thing (id, later) VALUES (1, 'yes')")
  expect((await database.pool.query('SELECT things()')).rows).toEqual([{ things: '1' }])
})

test('C07 a baseline that fails names its file and leaves nothing, and the next start creates it', async () => {
  await write('thing.sql', `${THING} SELECT 1 / 0`)
  await expect(update()).rejects.toThrow(
    /^The schema of release 0007 \(thing\.sql\) failed: division by zero\.$/,
  )
  const { rows } = await database.pool.query(
    "SELECT to_regclass('thing') AS thing, to_regproc('named') AS named",
  )
  expect(rows).toEqual([{ thing: null, named: null }])
  await write('thing.sql', THING)
  expect(await update()).toEqual(NEW)
})

test('C07 the next start continues a start that was interrupted after the baseline', async () => {
  await write('0009-later.sql', 'SELECT 1 / 0')
  await expect(update()).rejects.toThrow('Migration 0009-later.sql failed')
  await write('0009-later.sql', 'ALTER TABLE thing ADD COLUMN later text')
  expect(await update()).toEqual(NEW.slice(2))
})

test('C21 two servers that start at the same time create the baseline once', async () => {
  const updates = await Promise.all([update(), update(), update()])
  expect(updates.flat()).toEqual(NEW)
})

test('R1.105: a database of that release is taken over as it is', async () => {
  await makeOld()
  await database.pool.query(
    "INSERT INTO thing VALUES (1, 'one'); CREATE TABLE own (); CREATE INDEX own_index ON thing (id)",
  )
  expect(await lookAtSchema(database.pool, files)).toMatchObject({ isEmpty: false, baseline: null })
  expect(await update()).toEqual(['0008-adoption.sql', '0009-later.sql'])
  expect((await database.pool.query('SELECT id, name FROM thing')).rows).toEqual([{ id: 1, name: 'one' }])
})

test.each([
  ['DROP TABLE thing', ['Table thing is missing: see server/schema/thing.sql.']],
  [
    'ALTER TABLE thing ALTER COLUMN name TYPE varchar, DROP CONSTRAINT thing_pkey',
    [
      'Column name of thing differs: it is character varying, and must be text. See server/schema/thing.sql.',
      'Constraint thing_pkey of thing is missing: see server/schema/thing.sql.',
      'Index thing_pkey of thing is missing: see server/schema/thing.sql.',
      "Constraint thing_named of thing differs: it is CHECK (name::text <> ''::text), and must be CHECK (name <> ''::text). See server/schema/thing.sql.",
    ],
  ],
  [
    'ALTER TABLE thing ALTER COLUMN name SET NOT NULL',
    ['Column name of thing differs: it is text NOT NULL, and must be text. See server/schema/thing.sql.'],
  ],
  [
    'ALTER TABLE thing RENAME COLUMN name TO label',
    [
      'Column name text of thing is missing: see server/schema/thing.sql.',
      "Constraint thing_named of thing differs: it is CHECK (label <> ''::text), and must be CHECK (name <> ''::text). See server/schema/thing.sql.",
      'Index thing_name of thing differs: it is CREATE INDEX thing_name ON thing USING btree (label), and must be CREATE INDEX thing_name ON thing USING btree (name). See server/schema/thing.sql.',
    ],
  ],
  [
    'DROP TRIGGER thing_named ON thing',
    ['Trigger thing_named of thing is missing: see server/schema/thing.sql.'],
  ],
  ['DROP INDEX thing_name', ['Index thing_name of thing is missing: see server/schema/thing.sql.']],
  [
    'ALTER TABLE thing DROP CONSTRAINT thing_named, ADD CONSTRAINT thing_named CHECK (true)',
    [
      "Constraint thing_named of thing differs: it is CHECK (true), and must be CHECK (name <> ''::text). See server/schema/thing.sql.",
    ],
  ],
  [
    'DROP INDEX thing_name; CREATE INDEX thing_name ON thing (id)',
    [
      'Index thing_name of thing differs: it is CREATE INDEX thing_name ON thing USING btree (id), and must be CREATE INDEX thing_name ON thing USING btree (name). See server/schema/thing.sql.',
    ],
  ],
  [
    'CREATE OR REPLACE TRIGGER thing_named AFTER DELETE ON thing FOR EACH ROW EXECUTE FUNCTION named()',
    [
      'Trigger thing_named of thing differs: it is CREATE TRIGGER thing_named AFTER DELETE ON thing FOR EACH ROW EXECUTE FUNCTION named(), and must be CREATE TRIGGER thing_named BEFORE INSERT ON thing FOR EACH ROW EXECUTE FUNCTION named(). See server/schema/thing.sql.',
    ],
  ],
])(
  'R1.105: a damaged one is refused with a line for each part, and nothing changes: %s',
  async (damage, parts) => {
    await makeOld()
    await database.pool.query(damage)
    const refusal = [
      'The database is not as release 0007 makes it. Change what follows, or restore a backup. Then start this release again.',
      ...parts,
    ].join('\n')
    await expect(lookAtSchema(database.pool, files)).rejects.toThrow(new StartError(refusal))
    await expect(update()).rejects.toThrow(new StartError(refusal))
    expect(await applied()).toHaveLength(2)
  },
)

test('R1.105: it is compared once: a later start does not require an index that was dropped since', async () => {
  await update()
  await database.pool.query('DROP INDEX thing_name')
  await write('0010-last.sql', 'ALTER TABLE thing ADD COLUMN last text')
  expect(await update()).toEqual(['0010-last.sql'])
})

test.each([
  [
    "DELETE FROM schema_migration WHERE name = '0007-names.sql'",
    'The database is of release 0001, and this release works from release 0007 on. Start release 0007 first: it brings the database up to date. Then start this one.',
  ],
  [
    "UPDATE schema_migration SET sha256 = 'other' WHERE name = '0007-names.sql'",
    "The database is not of this portal's releases: its migration 0007-names.sql is another one. Start the release that made it.",
  ],
  [
    "UPDATE schema_migration SET name = '0002-other.sql' WHERE name = '0001-things.sql'",
    "The database is not of this portal's releases: its migration 0001-things.sql is missing. Start the release that made it.",
  ],
])(
  'R1.106: an older or foreign database is refused in one line, and nothing changes: %s',
  async (change, refusal) => {
    await makeOld()
    await database.pool.query(change)
    const before = await applied()
    await expect(lookAtSchema(database.pool, files)).rejects.toThrow(refusal)
    await expect(update()).rejects.toThrow(refusal)
    expect(await applied()).toEqual(before)
  },
)

test('a database with a newer release’s migrations still works with this release', async () => {
  await update()
  await database.pool.query("INSERT INTO schema_migration (name, sha256) VALUES ('0010-newer.sql', 'x')")
  expect(await lookAtSchema(database.pool, files)).toMatchObject({ pending: [], unknown: ['0010-newer.sql'] })
  expect(await update()).toEqual([])
})
