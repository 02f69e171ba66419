import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('R2.56 a password needs proof unless it is stored as proven', async () => {
  await database.pool.query(
    `WITH added AS (
       INSERT INTO account (email, created_at, confirmed_at) VALUES ('late@x.example', now(), now()) RETURNING id
     )
     INSERT INTO credential (account_id, password_hash, changed_at) SELECT id, 'a hash', now() FROM added`,
  )
  const { rows } = await database.pool.query('SELECT needs_proof FROM credential')
  expect(rows).toEqual([{ needs_proof: true }])
})

test('there is exactly one secret for registrations', async () => {
  const { rows } = await database.pool.query('SELECT octet_length(secret) AS bytes FROM registration_secret')
  expect(rows).toEqual([{ bytes: 32 }])
  const second = database.pool.query("INSERT INTO registration_secret (secret) VALUES ('another')")
  await expect(second).rejects.toThrow(/duplicate key/)
})

test('an index finds a recent e-mail to an address', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('SET enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM mail_outbox WHERE recipient = 'a' AND kind = 'b' AND created_at > now()`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Cond: ((recipient = ')
  } finally {
    client.release(true)
  }
})
