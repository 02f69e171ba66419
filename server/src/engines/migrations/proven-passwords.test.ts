import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrateToBefore } from '../../testing/migrate-to-before.ts'
import { updateSchema } from '../../schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await migrateToBefore(database.pool, '0011-proven-passwords.sql')
  await addAudited('confirmed@x.example', ['address confirmed', 'downloaded'])
  await addAudited('came@x.example', ['address confirmed', 'signed in'])
  await addAudited('reset@x.example', ['address confirmed', 'password set'])
  await addAccount('invited@x.example')
  await updateSchema(database.pool)
})
afterAll(() => database.close())

/** As a server of the release before adds one: it knows nothing of proofs. */
async function addAccount(email: string): Promise<void> {
  await database.pool.query(
    `WITH added AS (
       INSERT INTO account (email, created_at, confirmed_at) VALUES ($1, now(), now()) RETURNING id
     )
     INSERT INTO credential (account_id, password_hash, changed_at) SELECT id, 'a hash', now() FROM added`,
    [email],
  )
}

async function addAudited(email: string, audited: string[]): Promise<void> {
  await addAccount(email)
  await database.pool.query(
    `INSERT INTO audit_record (at, account_id, who, what, came_from)
     SELECT now(), id, email, what, '192.0.2.1' FROM account, unnest($2::text[]) AS what WHERE email = $1`,
    [email, audited],
  )
}

async function unproven(): Promise<string[]> {
  const { rows } = await database.pool.query<{ email: string }>(
    'SELECT email FROM account JOIN credential ON account_id = id WHERE needs_proof ORDER BY email',
  )
  return rows.map(({ email }) => email)
}

test('R2.56 after the update a password needs proof where its person only ever confirmed', async () => {
  expect(await unproven()).toEqual(['confirmed@x.example'])
})

test('R2.56 a password that a server of the release before keeps needs proof too', async () => {
  await addAccount('late@x.example')
  expect(await unproven()).toEqual(['confirmed@x.example', 'late@x.example'])
})

test('there is one secret for registrations, and no second', async () => {
  const second = database.pool.query("INSERT INTO registration_secret (secret) VALUES ('another')")
  await expect(second).rejects.toThrow(/duplicate key/)
})

test('whether a mail went to somebody lately is found by an index', async () => {
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
