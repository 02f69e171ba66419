import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'

const ROWS = 950
const OUTSIDE = `-- Looks words up by what they sound like.
-- outside a transaction
CREATE INDEX CONCURRENTLY word_sound ON word (sound);

-- A hundred at a time.
-- repeat until no row is left
UPDATE word SET sound = upper(text)
WHERE id IN (SELECT id FROM word WHERE sound IS NULL ORDER BY id LIMIT 100);

DROP INDEX CONCURRENTLY IF EXISTS word_text;
`

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portal-outside-steps-'))
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await write(
    '0001-words.sql',
    `CREATE TABLE word (id integer PRIMARY KEY, text text, sound text);
     INSERT INTO word SELECT n, 'word ' || n FROM generate_series(1, ${ROWS}) AS n;
     CREATE INDEX word_text ON word (text);
     CREATE TABLE portion (rows integer, transaction xid8);
     CREATE FUNCTION note_portion() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO portion SELECT count(*), pg_current_xact_id() FROM changed;
       RETURN NULL;
     END $$;
     CREATE TRIGGER note_portion AFTER UPDATE ON word REFERENCING NEW TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION note_portion()`,
  )
  await update()
  await write('0002-sounds.sql', OUTSIDE)
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const update = () => migrate(database.pool, { migrations: folder, repeatables: [] })

async function indexes(): Promise<object[]> {
  const { rows } = await database.pool.query<{ name: string; whole: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS whole FROM pg_index
     WHERE indrelid = 'word'::regclass ORDER BY 1`,
  )
  return rows
}

async function numbers(sql: string): Promise<number[]> {
  return (await database.pool.query<{ n: number }>(sql)).rows.map(({ n }) => n)
}

const WHOLE = [
  { name: 'word_pkey', whole: true },
  { name: 'word_sound', whole: true },
]

test('an index is built while people write, and a fill runs in portions, each in its own transaction', async () => {
  expect(await update()).toEqual(['0002-sounds.sql'])
  expect(await indexes()).toEqual(WHOLE)
  expect(await numbers('SELECT count(*)::int AS n FROM word WHERE sound IS NULL')).toEqual([0])
  const portions = await numbers('SELECT rows AS n FROM portion ORDER BY transaction')
  expect(portions).toEqual([100, 100, 100, 100, 100, 100, 100, 100, 100, 50, 0])
  expect(await numbers('SELECT count(DISTINCT transaction)::int AS n FROM portion')).toEqual([
    portions.length,
  ])
  expect(await update()).toEqual([])
})

test('C07 an index that an interrupted start left half built is built again', async () => {
  const { pool } = database
  await pool.query(`UPDATE word SET sound = 'twice' WHERE id < 3`)
  await expect(pool.query('CREATE UNIQUE INDEX CONCURRENTLY word_sound ON word (sound)')).rejects.toThrow(
    /could not create unique/,
  )
  expect(await indexes()).toContainEqual({ name: 'word_sound', whole: false })
  await update()
  expect(await indexes()).toEqual(WHOLE)
})

test('C07 a start waits for an index that a dead process still builds', async () => {
  const builder = await database.pool.connect()
  const writer = await database.pool.connect()
  try {
    await writer.query(`BEGIN; UPDATE word SET text = 'other' WHERE id = 1`)
    const building = builder.query('CREATE INDEX CONCURRENTLY word_sound ON word (sound)')
    await vi.waitFor(
      async () => expect(await indexes()).toContainEqual({ name: 'word_sound', whole: false }),
      {
        timeout: 60_000,
      },
    )
    const updating = update()
    await writer.query('COMMIT')
    await building
    await updating
    expect(await indexes()).toEqual(WHOLE)
  } finally {
    builder.release()
    writer.release()
  }
})

test('an index of a partitioned table is built in each partition while people write, and later partitions have it', async () => {
  const { pool } = database
  await write(
    '0003-log.sql',
    `CREATE TABLE log (at integer, text text) PARTITION BY RANGE (at);
     CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (1) TO (2);
     CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (2) TO (3)`,
  )
  await update()
  await write(
    '0004-log-texts.sql',
    '-- outside a transaction\nCREATE INDEX CONCURRENTLY log_text ON log (text, at);',
  )
  // As an interrupted start leaves it.
  await pool.query('CREATE INDEX log_1_text ON log_1 (text, at)')
  const writer = await pool.connect()
  const updating = update()
  try {
    await writer.query(`BEGIN; INSERT INTO log VALUES (2, 'while it is built')`)
    await writer.query('COMMIT')
  } finally {
    writer.release()
  }
  expect(await updating).toEqual(['0004-log-texts.sql'])
  await pool.query('CREATE TABLE log_3 PARTITION OF log FOR VALUES FROM (3) TO (4)')
  const { rows } = await pool.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid
     WHERE inhparent = 'log_text'::regclass AND indisvalid ORDER BY 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['log_1_text', 'log_2_text', 'log_3_text_at_idx'])
  expect(await update()).toEqual([])
})

test('C07 an interrupted fill continues where it was', async () => {
  await database.pool.query('UPDATE word SET sound = upper(text) WHERE id <= 700; TRUNCATE portion')
  await update()
  expect(await numbers('SELECT rows AS n FROM portion ORDER BY transaction')).toEqual([100, 100, 50, 0])
})

test.each([
  ['ALTER TABLE word ADD COLUMN more text;'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS word_more ON word (text);'],
  ['CREATE INDEX word_more ON word (text);'],
  [`UPDATE word SET sound = 'x';`],
  [
    '-- repeat until no row is left\nUPDATE word SET sound = text WHERE id IN (SELECT id FROM word FOR UPDATE SKIP LOCKED);',
  ],
])('a statement that cannot be repeated is refused outside a transaction: %s', async (statement) => {
  await write('0003-more.sql', `-- outside a transaction\n${statement}\n`)
  await expect(update()).rejects.toThrow(/^Migration 0003-more\.sql cannot run '.+' outside a transaction: /)
  expect(await indexes()).toContainEqual({ name: 'word_text', whole: true })
})
