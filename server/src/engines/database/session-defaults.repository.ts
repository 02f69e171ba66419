import type { Pool, PoolClient } from 'pg'

/** The settings of a statement outside of our transactions. */
export type SessionDefaults = { isolation: string; is_read_only: boolean }

export async function readSessionDefaults(pool: Pick<Pool, 'query'>): Promise<SessionDefaults> {
  const { rows } = await pool.query<SessionDefaults>(
    `SELECT current_setting('default_transaction_isolation') AS isolation,
       current_setting('default_transaction_read_only')::boolean AS is_read_only`,
  )
  if (!rows[0]) throw new Error('it answers nothing')
  return rows[0]
}

/** Sets the defaults that the portal needs, for its role on its database, from the next session on. */
export async function setSessionDefaults(client: PoolClient): Promise<void> {
  await client.query('START TRANSACTION ISOLATION LEVEL READ COMMITTED READ WRITE')
  const { rows } = await client.query<{ role: string }>(
    `SELECT format('ALTER ROLE CURRENT_USER IN DATABASE %I SET', current_database()) AS role`,
  )
  await client.query(`${rows[0]?.role} default_transaction_isolation TO 'read committed'`)
  await client.query(`${rows[0]?.role} default_transaction_read_only TO off`)
  await client.query('COMMIT')
}
