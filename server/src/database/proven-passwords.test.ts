import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const NEW = '0011-proven-passwords.sql'
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrateToBefore()
  await addAccount('confirmed@x.example', ['address confirmed', 'downloaded'])
  await addAccount('came@x.example', ['address confirmed', 'signed in'])
  await addAccount('reset@x.example', ['address confirmed', 'password set'])
  await addAccount('invited@x.example', [])
  await migrate(database.pool)
})
afterAll(() => database.close())

async function migrateToBefore(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  try {
    for (const name of await readdir(MIGRATIONS)) {
      if (name < NEW) await cp(join(MIGRATIONS, name), join(folder, name))
    }
    await migrate(database.pool, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** As a server of the release before adds one: it knows nothing of proofs. */
async function addAccount(email: string, audited: string[]): Promise<void> {
  await database.pool.query(
    `WITH added AS (
       INSERT INTO account (email, created_at, confirmed_at) VALUES ($1, now(), now()) RETURNING id
     ), secured AS (
       INSERT INTO credential (account_id, password_hash, changed_at) SELECT id, 'a hash', now() FROM added
     )
     INSERT INTO audit_record (at, account_id, who, what, came_from)
     SELECT now(), id, $1, what, '192.0.2.1' FROM added, unnest($2::text[]) AS what`,
    [email, audited],
  )
}

async function unproven(): Promise<string[]> {
  const { rows } = await database.pool.query<{ email: string }>(
    'SELECT email FROM account JOIN credential ON account_id = id WHERE needs_proof ORDER BY email',
  )
  return rows.map(({ email }) => email)
}

test('after the update a password needs proof where its person only ever confirmed', async () => {
  expect(await unproven()).toEqual(['confirmed@x.example'])
})

test('a password that a server of the release before keeps needs proof too', async () => {
  await addAccount('late@x.example', ['address confirmed'])
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
