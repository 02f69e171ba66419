import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'

const SHA256 = 'ab'.repeat(32)

const UPLOADER = `
  INSERT INTO account (email, created_at) VALUES ('clerk@reeves.example', now()) RETURNING id`

/** Bypasses the portal, like an older release or a person at the database. */
const DOCUMENTS = `
  INSERT INTO document (uploaded_by, category_id, type_id, uploaded_at, appraisal_year, file_name, content_type,
    byte_size, sha256, storage_key)
  SELECT (SELECT min(id) FROM account), 1, 1, now(), 2026, 'r.pdf', 'application/pdf', 7, decode('${SHA256}', 'hex'), key
  FROM unnest($1::text[]) AS key`

let database: TestDatabase

/** The state of each stored object in the database, by key. */
async function states(): Promise<Record<string, string>> {
  const { rows } = await database.pool.query<{ key: string; state: string }>(
    'SELECT key, state FROM stored_object ORDER BY key',
  )
  return Object.fromEntries(rows.map(({ key, state }) => [key, state]))
}

async function rolledBack(statement: string, values: unknown[] = []): Promise<void> {
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(statement, values)
    await client.query('ROLLBACK')
  } finally {
    client.release()
  }
}

const insertTags = (bytes: number, tags: number) =>
  database.pool.query(
    `INSERT INTO stored_object (key, state, byte_size, mib_tags) VALUES ($1, 'staged', $2, $3)`,
    [`${bytes} ${tags}`, bytes, Buffer.alloc(32 + 16 * tags)],
  )

describe('the database’s list of stored bytes', () => {
  beforeAll(async () => {
    database = await testDatabase()
    await database.pool.query(UPLOADER)
  })
  afterAll(() => database.close())

  test('follows the documents after every write, and no rollback', async () => {
    await database.pool.query("INSERT INTO stored_object (key, state) VALUES ('a', 'staged')")
    await rolledBack(DOCUMENTS, [['a', 'b']])
    expect(await states()).toEqual({ a: 'staged' })
    await database.pool.query(DOCUMENTS, [['a', 'b']])
    expect(await states()).toEqual({ a: 'kept', b: 'kept' })
    const facts = await database.pool.query(
      "SELECT DISTINCT byte_size, encode(sha256, 'hex') AS sha256 FROM stored_object",
    )
    expect(facts.rows).toEqual([{ byte_size: 7, sha256: SHA256 }])
    await rolledBack('DELETE FROM document')
    expect(await states()).toEqual({ a: 'kept', b: 'kept' })
    await database.pool.query("DELETE FROM document WHERE storage_key = 'b'")
    expect(await states()).toEqual({ a: 'kept', b: 'removing' })
  })

  test('counts a deletion from the time of the database', async () => {
    await database.pool.query("UPDATE stored_object SET since = '2020-01-01Z' WHERE key = 'a'")
    await database.pool.query("DELETE FROM document WHERE storage_key = 'a'")
    const { rows } = await database.pool.query(
      "SELECT now() - since < interval '1 minute' AS just_now FROM stored_object WHERE key = 'a'",
    )
    expect(rows).toEqual([{ just_now: true }])
  })

  test('has exactly one tag for each started MiB', async () => {
    await insertTags(1_048_576, 1)
    await insertTags(1_048_577, 2)
    for (const tags of [1, 3]) {
      await expect(insertTags(1_048_577, tags)).rejects.toThrow('stored_object_mib_tags_are_whole')
    }
  })
})
