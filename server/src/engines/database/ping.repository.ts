import type { Pool } from 'pg'

/** Resolves when the database has answered. @throws what the driver throws when it does not. */
export async function ping(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query('SELECT 1')
}
