import type { PoolClient } from 'pg'

/** Whether an index is there, and whether it is whole: a concurrent building that broke off leaves one that is not. */
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

/** Waits in a transaction until nobody builds or drops an index of the table; readers and writers go on. */
export async function waitForIndexWork(client: PoolClient, table: string): Promise<void> {
  await client.query(`LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`)
}

/** The parts of a table, by name; none of one that is whole. */
export async function listParts(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    'SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = to_regclass($1) ORDER BY 1',
    [table],
  )
  return rows.map(({ part }) => part)
}
