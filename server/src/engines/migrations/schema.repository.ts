import type { Pool, PoolClient } from 'pg'
import type { Migration } from './migrations.ts'
import type { Repeatable } from './repeatables.ts'
import type { AppliedSchema } from './schema-difference.ts'

/** Key of the lock for a whole schema change by a server or command. Any number that no other lock uses. */
const WHOLE_CHANGE = 0x736368656d61
/**
 * Key of the lock for one transaction of a change. The next process waits for a statement that outlives its own
 * process.
 */
const ONE_STEP = 0x6d696772

/** Time after which the database ends the transaction of a process that died without closing its connection. */
const ABANDONED = '60s'

const TABLES = `
  CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    -- Number of the oldest release that can work with the schema since; null where it only adds.
    needs integer
  );
  CREATE TABLE IF NOT EXISTS schema_repeatable (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 0
  )`

/**
 * Begins a transaction and tries to lock schema changes for as long as it is open. It never waits, because a waiting
 * statement has a snapshot, and a concurrent index build would wait for that.
 */
export async function tryToHoldSchema(client: PoolClient): Promise<boolean> {
  await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '${ABANDONED}'`,
  )
  // Without parameters, because a statement with parameters keeps its snapshot until the next statement.
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${WHOLE_CHANGE}) AS held`,
  )
  if (rows[0]?.held === true) return true
  await client.query('ROLLBACK')
  return false
}

/**
 * Keeps the idle transaction with the lock alive. SHOW takes no snapshot, because a concurrent index build would wait
 * for one.
 */
export async function touchHold(client: PoolClient): Promise<void> {
  await client.query('SHOW lock_timeout')
}

/** @throws the driver's error if the transaction with the lock is lost. */
export async function releaseSchema(client: PoolClient): Promise<void> {
  await client.query('COMMIT')
}

/** Begins a READ COMMITTED transaction for a schema change. A wait for a lock ends after `lockTimeoutMs`. */
export async function beginStep(
  client: PoolClient,
  { lockTimeoutMs }: { lockTimeoutMs: number },
): Promise<void> {
  // READ COMMITTED takes a snapshot per statement, so the changes of the previous lock holder are visible.
  await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED;
     SET LOCAL lock_timeout = ${lockTimeoutMs};
     SET LOCAL statement_timeout = 0;
     SET LOCAL idle_in_transaction_session_timeout = '${ABANDONED}'`,
  )
  await client.query('SELECT pg_advisory_xact_lock($1)', [ONE_STEP])
}

export async function commitStep(client: PoolClient): Promise<void> {
  await client.query('COMMIT')
}

/** Creates the tables that record what was applied. */
export async function makeSchemaTables(client: PoolClient): Promise<void> {
  await client.query(TABLES)
}

/** Reads what releases of any age applied to this database. */
export async function readAppliedSchema(db: Pick<Pool, 'query'>): Promise<AppliedSchema> {
  const { rows } = await db.query<{ migrations: boolean; repeatables: boolean }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS migrations,
       to_regclass('schema_repeatable') IS NOT NULL AS repeatables`,
  )
  return {
    migrations: rows[0]?.migrations === true ? await appliedMigrations(db) : [],
    // The first releases had no repeatable SQL. A database without that table is old, not empty.
    repeatables: rows[0]?.repeatables === true ? await appliedRepeatables(db) : [],
  }
}

async function appliedMigrations(db: Pick<Pool, 'query'>): Promise<AppliedSchema['migrations']> {
  const { rows } = await db.query<AppliedSchema['migrations'][number]>(
    `SELECT name, sha256, (to_jsonb(applied) ->> 'needs')::integer AS needs
     FROM schema_migration AS applied ORDER BY name COLLATE "C"`,
  )
  return rows
}

async function appliedRepeatables(db: Pick<Pool, 'query'>): Promise<AppliedSchema['repeatables']> {
  const { rows } = await db.query<AppliedSchema['repeatables'][number]>(
    `SELECT name, sha256, coalesce((to_jsonb(applied) ->> 'revision')::integer, 0) AS revision
     FROM schema_repeatable AS applied ORDER BY name COLLATE "C"`,
  )
  return rows
}

export async function isMigrationApplied(client: PoolClient, name: string): Promise<boolean> {
  return (await client.query('SELECT FROM schema_migration WHERE name = $1', [name])).rowCount === 1
}

/** Lets the transaction create functions before the tables that they name. */
export async function allowForwardReferences(client: PoolClient): Promise<void> {
  await client.query('SET LOCAL check_function_bodies = off')
}

/**
 * Runs the SQL of a file and returns how many rows its last statement changed. `marker` identifies it among running
 * statements.
 */
export async function runSql(
  db: Pick<PoolClient, 'query'>,
  { sql, marker }: { sql: string; marker: string },
): Promise<number> {
  return (await db.query(`${marker}\n${sql}`)).rowCount ?? 0
}

export async function recordMigration(
  client: PoolClient,
  { name, sha256, needs }: Pick<Migration, 'name' | 'sha256' | 'needs'>,
): Promise<void> {
  await client.query('INSERT INTO schema_migration (name, sha256, needs) VALUES ($1, $2, $3)', [
    name,
    sha256,
    needs,
  ])
}

/** Records migrations by name and SHA-256. */
export async function recordBaseline(
  client: PoolClient,
  migrations: Readonly<Record<string, string>>,
): Promise<void> {
  await client.query(
    `INSERT INTO schema_migration (name, sha256) SELECT key, value FROM jsonb_each_text($1::jsonb)`,
    [JSON.stringify(migrations)],
  )
}

export async function recordRepeatable(
  client: PoolClient,
  { name, sha256, revision }: Repeatable,
): Promise<void> {
  await client.query(
    `INSERT INTO schema_repeatable (name, sha256, revision) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, revision = excluded.revision, applied_at = now()`,
    [name, sha256, revision],
  )
}
