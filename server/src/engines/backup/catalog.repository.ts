import type { PoolClient } from 'pg'

/** A table of the catalog; a table with many partitions is one table. */
export type CatalogTable = {
  readonly name: string
  /** The stored columns, in order; generated ones are omitted. */
  readonly columns: readonly string[]
  readonly partitions: readonly string[]
}

export type CatalogSequence = { readonly name: string; readonly value: string; readonly isCalled: boolean }

/** Every table of the portal's schema except those of extensions, sorted by name. */
export async function readTables(client: Pick<PoolClient, 'query'>): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `SELECT c.relname::text AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute AS a
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
             ORDER BY a.attnum) AS columns,
       ARRAY(SELECT p.relname::text FROM pg_inherits JOIN pg_class AS p ON p.oid = inhrelid
             WHERE inhparent = c.oid ORDER BY 1) AS partitions
     FROM pg_class AS c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
     ORDER BY c.relname COLLATE "C"`,
  )
  return rows
}

/** Every sequence of the portal's schema, sorted by name; any role that sees the schema may read this. */
export async function readSequenceNames(client: Pick<PoolClient, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`,
  )
  return rows.map(({ name }) => name)
}

/**
 * The state of every sequence, which only their owner may read. It is the newest value, whatever the snapshot, so that
 * no number is issued twice.
 */
export async function readSequences(client: Pick<PoolClient, 'query'>): Promise<CatalogSequence[]> {
  const sequences: CatalogSequence[] = []
  for (const name of await readSequenceNames(client)) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted(name)}`,
    )
    if (values[0]) sequences.push({ name, ...values[0] })
  }
  return sequences
}

/** The migrations of this database, in order. */
export async function readMigrationsOf(
  client: Pick<PoolClient, 'query'>,
): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM schema_migration ORDER BY name COLLATE "C"',
  )
  return rows
}

/** Returns the tables that have at least one row. */
export async function findFilledTables(
  client: Pick<PoolClient, 'query'>,
  tables: readonly string[],
): Promise<string[]> {
  const filled: string[] = []
  for (const table of tables) {
    const { rows } = await client.query<{ isFilled: boolean }>(
      `SELECT EXISTS (SELECT FROM ${quoted(table)}) AS "isFilled"`,
    )
    if (rows[0]?.isFilled) filled.push(table)
  }
  return filled
}

/** Quotes a name of the catalog for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
