import type { Pool } from 'pg'

const REQUIREMENTS = `
  SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS number,
    current_setting('server_encoding') AS encoding,
    EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS has_icu,
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS has_trigrams`

/** The facts that decide whether the portal can use a server. */
export type ServerFacts = {
  version: string
  number: number
  encoding: string
  has_icu: boolean
  has_trigrams: boolean
}

/** @throws Error when the server cannot be reached, or returns no row. */
export async function readServerFacts(pool: Pick<Pool, 'query'>): Promise<ServerFacts> {
  const { rows } = await pool.query<ServerFacts>(REQUIREMENTS)
  if (!rows[0]) throw new Error('it answers nothing')
  return rows[0]
}

/** Resolves when the database responds. @throws the driver's error otherwise. */
export async function ping(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query('SELECT 1')
}
