import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blockingIndexes, takenUnsaid } from './expanding.ts'

const FOLDER = resolve(import.meta.dirname, '../../server/src/engines/migrations')

const migrations = globSync('[0-9]*.sql', { cwd: FOLDER }).map((path) => ({
  name: basename(path),
  sql: readFileSync(resolve(FOLDER, path), 'utf8'),
}))

describe('migrations', () => {
  test('remove nothing that the previous release uses, unless they name the release that they need', () => {
    expect(migrations.length).toBeGreaterThan(0)
    expect(takenUnsaid(migrations)).toEqual([])
  })

  test('build an index of an existing table while people write', () => {
    expect(blockingIndexes(migrations)).toEqual([])
  })
})

describe('the check of migrations', () => {
  test.each([
    'DROP TABLE document;',
    'ALTER TABLE document\n  DROP COLUMN description;',
    'ALTER TABLE document ADD COLUMN a text, RENAME description TO words;',
    'ALTER TABLE document ALTER COLUMN description TYPE varchar(9);',
    'ALTER TABLE document ADD COLUMN reviewed boolean NOT NULL;',
    'DROP FUNCTION IF EXISTS claim_job(text[], timestamptz, interval);',
  ])('finds removals: %s', (sql) => {
    expect(takenUnsaid([{ name: '0099-it.sql', sql }])).toHaveLength(1)
    expect(takenUnsaid([{ name: '0099-it.sql', sql: `-- contract: needs 0098\n${sql}` }])).toEqual([])
  })

  test.each([
    '-- DROP TABLE document;',
    'ALTER TABLE document ADD COLUMN reviewed boolean NOT NULL DEFAULT false, ADD COLUMN b text;',
    'ALTER TABLE document ADD COLUMN rank integer NOT NULL GENERATED ALWAYS AS (1) STORED;',
    'DROP INDEX document_words; ALTER TABLE document DROP CONSTRAINT document_check;',
  ])('accepts additions: %s', (sql) => {
    expect(takenUnsaid([{ name: '0099-it.sql', sql }])).toEqual([])
  })

  test('finds an index that would block writers', () => {
    const sql =
      'CREATE TABLE a (id integer);\nCREATE INDEX a_id ON a (id);\nCREATE UNIQUE INDEX b_id ON b (id);'
    expect(blockingIndexes([{ name: '0099-it.sql', sql }])).toEqual([
      '0099-it.sql: CREATE UNIQUE INDEX b_id ON b',
    ])
    const beside = 'CREATE INDEX CONCURRENTLY b_id ON b (id);'
    expect(blockingIndexes([{ name: '0099-it.sql', sql: beside }])).toEqual([])
  })
})
