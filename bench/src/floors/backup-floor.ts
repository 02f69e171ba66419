import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

const run = promisify(execFile)

export type Table = { readonly name: string; readonly columns: readonly string[] }

/** What anybody would do by hand: `cp -r` of the documents and COPY of each table. Nothing is synced, hashed or compressed. */
export async function copyOut(
  client: ClientBase,
  { documents, tables, into }: { documents: string; tables: readonly Table[]; into: string },
): Promise<void> {
  await mkdir(join(into, 'tables'), { recursive: true })
  await run('cp', ['-r', documents, join(into, 'documents')])
  for (const { name, columns } of tables) {
    const rows = client.query(copyTo(`COPY (SELECT ${list(columns)} FROM "${name}") TO STDOUT`))
    await pipeline(rows, createWriteStream(join(into, 'tables', name)))
  }
}

/** Empty tables of the schema with all their indexes, but without triggers and foreign keys. */
export async function emptyTables(client: ClientBase, tables: readonly Table[]): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT conrelid::regclass::text AS table, conname::text AS name FROM pg_constraint
     WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0`,
  )
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  const { rows: triggered } = await client.query<{ table: string }>(
    'SELECT DISTINCT tgrelid::regclass::text AS table FROM pg_trigger WHERE NOT tgisinternal',
  )
  for (const { table } of triggered) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
}

/** The way back, into empty tables. */
export async function copyIn(
  client: ClientBase,
  { from, tables, documents }: { from: string; tables: readonly Table[]; documents: string },
): Promise<void> {
  await run('cp', ['-r', join(from, 'documents'), documents])
  for (const { name, columns } of tables) {
    const rows = client.query(copyFrom(`COPY "${name}" (${list(columns)}) FROM STDIN`))
    await pipeline(createReadStream(join(from, 'tables', name)), rows)
  }
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}
