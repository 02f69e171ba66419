import type { PoolClient } from 'pg'
import type { SqlFile } from './sql-file.ts'

/** Held by the one who migrates; any number that nobody else takes. */
const LOCK = 0x6d696772

/** Where it is recorded which files were applied, by name and SHA-256. */
export type AppliedTable = 'schema_migration' | 'schema_repeatable'

const TABLES = (['schema_migration', 'schema_repeatable'] satisfies AppliedTable[]).map(
  (table) => `
  CREATE TABLE IF NOT EXISTS ${table} (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`,
)

/** Begins the transaction in which the schema changes; waits for whoever else changes it. */
export async function beginSchemaChange(client: PoolClient): Promise<void> {
  // A snapshot for each statement, so that what the one before us did is seen.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  for (const table of TABLES) await client.query(table)
}

export async function commitSchemaChange(client: PoolClient): Promise<void> {
  await client.query('COMMIT')
}

/** SHA-256 of what was applied, by name, in the order of the names. */
export async function readApplied(client: PoolClient, table: AppliedTable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    `SELECT name, sha256 FROM ${table} ORDER BY name COLLATE "C"`,
  )
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

/** Runs a file's statements and records it. */
export async function applySqlFile(
  client: PoolClient,
  { name, sql, sha256, table }: SqlFile & { readonly table: AppliedTable },
): Promise<void> {
  await client.query(sql)
  await client.query(
    `INSERT INTO ${table} (name, sha256) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()`,
    [name, sha256],
  )
}
