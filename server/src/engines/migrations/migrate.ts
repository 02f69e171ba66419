import type { Pool, PoolClient } from 'pg'
import { StartError } from '../config/start-error.ts'
import { withoutBound } from '../database/pool.ts'
import { pendingOf, readMigrations } from './migrations.ts'
import {
  applySqlFile,
  beginSchemaChange,
  commitSchemaChange,
  readApplied,
  type AppliedTable,
} from './schema.repository.ts'
import { readSqlFile, type SqlFile } from './sql-file.ts'

export type SchemaFiles = {
  /** The folder of the migrations, NNNN-what.sql: each is applied once and never changed. */
  readonly migrations: string
  /** Paths of the repeatable SQL, in the order in which one may use another; each is applied again when it has changed. */
  readonly repeatables: readonly string[]
}

/**
 * Brings the schema up to date: first the migrations in the order of their numbers, then the repeatable SQL, all in one
 * transaction. Servers that start at once wait for each other. Repeatable SQL says CREATE OR REPLACE; where a function gets
 * other parameters or results, DROP FUNCTION IF EXISTS of the old signature stands above it in its file. It is known by
 * its file name, so that it may move with its room; what only another release knows is left as it is.
 * Returns the names of the files that were applied now.
 * @throws StartError naming the file that fails, or when the database was made from other migrations than these.
 */
export async function migrate(pool: Pool, files: SchemaFiles): Promise<string[]> {
  const migrations = await readMigrations(files.migrations)
  const repeatables = await Promise.all(files.repeatables.map(readSqlFile))
  return withoutBound(pool, async (client) => {
    await beginSchemaChange(client)
    const pending = pendingOf(migrations, await readApplied(client, 'schema_migration'))
    for (const migration of pending) await apply(client, { ...migration, table: 'schema_migration' })
    const applied = await readApplied(client, 'schema_repeatable')
    const changed = repeatables.filter(({ name, sha256 }) => applied.get(name) !== sha256)
    for (const repeatable of changed) await apply(client, { ...repeatable, table: 'schema_repeatable' })
    await commitSchemaChange(client)
    return [...pending, ...changed].map(({ name }) => name)
  })
}

const KINDS: Readonly<Record<AppliedTable, string>> = {
  schema_migration: 'Migration',
  schema_repeatable: 'Repeatable SQL',
}

async function apply(client: PoolClient, file: SqlFile & { readonly table: AppliedTable }): Promise<void> {
  try {
    await applySqlFile(client, file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`${KINDS[file.table]} ${file.name} failed: ${reason}.`, { cause: error })
  }
}
