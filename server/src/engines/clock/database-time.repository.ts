import type { Pool } from 'pg'

/** The time of the database's clock, to the millisecond. */
export async function readDatabaseTime(pool: Pick<Pool, 'query'>): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  if (!rows[0]) throw new Error('The database does not tell the time.')
  return rows[0].now
}
