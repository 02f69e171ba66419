import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withoutBound } from '../database/pool.ts'
import { quoted } from './catalog.repository.ts'

/** Fixes the text format of values, whatever the settings of the role, so that every PostgreSQL reads them alike. */
const PLAIN_VALUES = `
  SELECT set_config('DateStyle', 'ISO, YMD', true), set_config('TimeZone', 'UTC', true),
    set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`

/** Runs `work` on one connection whose statements all see the same snapshot. */
export async function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withoutBound(pool, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(PLAIN_VALUES)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  })
}

/** Runs `work` in one transaction without a time limit. */
export async function inLongTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withoutBound(pool, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
    await client.query(PLAIN_VALUES)
    const result = await work(client)
    await client.query('COMMIT')
    return result
  })
}

export async function readMoment(client: PoolClient): Promise<{ now: Date; version: string; bytes: number }> {
  const { rows } = await client.query<{ now: Date; version: string; bytes: string }>(
    `SELECT now() AS now, current_setting('server_version') AS version,
       pg_database_size(current_database())::text AS bytes`,
  )
  if (!rows[0]) throw new Error('The database answers nothing.')
  return { ...rows[0], bytes: Number(rows[0].bytes) }
}

type Columns = { readonly name: string; readonly columns: readonly string[] }

/** The rows of a table as text, and their count, which is available after they were read. */
export function copyOut(
  client: PoolClient,
  { name, columns }: Columns,
): { rows: Readable; count(): Promise<number> } {
  const stream = client.query(
    copyTo(`COPY (SELECT ${list(columns)} FROM ${quoted(name)}) TO STDOUT WITH (FORMAT text, HEADER)`),
  )
  return {
    rows: stream,
    async count() {
      // PostgreSQL reports the count after the last row; the response to a later query comes after it.
      await client.query('SELECT')
      return stream.rowCount
    },
  }
}

/** The rows of a query as text, with a tab between columns. The query must return columns without a tab or line end. */
export function copyQuery(client: PoolClient, query: string): Readable {
  return client.query(copyTo(`COPY (${query}) TO STDOUT WITH (FORMAT text)`))
}

/**
 * Writes rows from `copyOut` into a table and returns their number.
 * Throws what `rows` throws.
 */
export async function copyIn(
  client: PoolClient,
  { name, columns }: Columns,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const statement = `COPY ${quoted(name)} (${list(columns)}) FROM STDIN WITH (FORMAT text, HEADER match)`
  const stream = client.query(copyFrom(statement))
  await pipeline(Readable.from(rows), stream)
  return stream.rowCount
}

function list(columns: readonly string[]): string {
  return columns.map(quoted).join(', ')
}
