import type { PoolClient } from 'pg'

/** Whether an index exists and is valid. An interrupted concurrent build leaves an invalid one. */
export async function stateOfIndex(
  client: PoolClient,
  index: string,
): Promise<'missing' | 'broken' | 'whole'> {
  const { rows } = await client.query<{ whole: boolean }>(
    'SELECT indisvalid AND indisready AS whole FROM pg_index WHERE indexrelid = to_regclass($1)',
    [index],
  )
  if (!rows[0]) return 'missing'
  return rows[0].whole ? 'whole' : 'broken'
}

/** Waits in a transaction until no index of the table is being built or dropped. Does not block readers and writers. */
export async function waitForIndexWork(client: PoolClient, table: string): Promise<void> {
  await client.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`)
}

/** The names of the partitions of a table; empty for a table without partitions. */
export async function listParts(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    'SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = to_regclass($1) ORDER BY 1',
    [table],
  )
  return rows.map(({ part }) => part)
}
