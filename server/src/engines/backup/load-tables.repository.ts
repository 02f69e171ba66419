import { DatabaseError, type PoolClient } from 'pg'
import { quoted } from './catalog.repository.ts'
import { readCompressed } from './compressed-file.ts'
import { copyIn } from './copy.repository.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { refuseOtherTables } from './other-tables.ts'
import { DamagedBackup, type BackupPlace } from './place.ts'

type Key = { readonly table: string; readonly name: string; readonly definition: string }

type LoadedBackup = {
  readonly place: BackupPlace
  readonly manifest: Manifest
  /** Tables whose rows no backup contains. */
  readonly leftOut: readonly string[]
}

/**
 * Replaces the rows of every backed up table by those of the backup, and sets the sequences, in the caller's
 * transaction. Triggers are disabled: the rows already include their effects. Foreign keys are dropped and created
 * again. So the order of tables does not matter, and all rows are checked in one pass.
 * @throws DamagedBackup if a table's file was changed or does not fit the schema, or if a row refers to a missing one.
 */
export async function loadTables(
  client: PoolClient,
  { place, manifest, leftOut }: LoadedBackup,
  onTable: (name: string) => void,
): Promise<void> {
  await refuseOtherTables(client, { place, manifest, leftOut })
  const guarded = await readTriggered(client)
  const keys = await readForeignKeys(client)
  for (const table of guarded) await client.query(`ALTER TABLE ${quoted(table)} DISABLE TRIGGER USER`)
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`)
  const names = manifest.tables.map(({ name }) => quoted(name))
  if (names.length > 0) await client.query(`TRUNCATE ${names.join(', ')}`)
  for (const table of manifest.tables) {
    onTable(table.name)
    await loadTable(client, place, table)
  }
  for (const key of keys) await addForeignKey(client, place, key)
  for (const table of guarded) await client.query(`ALTER TABLE ${quoted(table)} ENABLE TRIGGER USER`)
  for (const { name, value, isCalled } of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled])
  }
  for (const { name } of manifest.tables) await client.query(`ANALYZE ${quoted(name)}`)
}

async function loadTable(client: PoolClient, place: BackupPlace, table: BackedUpTable): Promise<void> {
  const rows = await copyRows(client, place, table)
  if (rows === table.rows) return
  throw new DamagedBackup(
    `The backup ${place.name} is damaged: ${table.data.file} has ${rows} rows instead of ${table.rows}.`,
  )
}

/** PostgreSQL may fail on damaged rows before the hash of their file is complete. */
async function copyRows(client: PoolClient, place: BackupPlace, table: BackedUpTable): Promise<number> {
  try {
    return await copyIn(client, table, readCompressed(place, table.data))
  } catch (error) {
    if (!(error instanceof DatabaseError) || !WRONG_ROW.test(error.code ?? '')) throw error
    throw new DamagedBackup(
      `The backup ${place.name} is damaged: ${table.data.file} has a row that is not as it was written. Restore an earlier one.`,
      { cause: error },
    )
  }
}

/** SQLSTATE classes of data that does not fit its type, breaks a constraint, or has no form that COPY can parse. */
const WRONG_ROW = /^(22|23)/

const FOREIGN_KEY_VIOLATION = '23503'

async function addForeignKey(client: PoolClient, place: BackupPlace, key: Key): Promise<void> {
  const { table, name, definition } = key
  try {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`)
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) throw error
    throw new DamagedBackup(
      `The backup ${place.name} cannot be restored, now or later: a row of ${table} names what is not there (${name}: ${error.detail ?? ''}). Restore an earlier one, or mend the portal of which it is: \`verify --database\` names such rows there; then back it up anew.`,
    )
  }
}

/** Tables and partitions that have our own triggers. */
async function readTriggered(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT relname::text AS name FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid
     WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

async function readForeignKeys(client: PoolClient): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `SELECT conrelid::regclass::text AS table, conname::text AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0 ORDER BY 1, 2`,
  )
  return rows
}
