import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** The messages of the mailbox that wait for a person, counted up to a limit. */
export async function countWaitingMails(db: Db, atMost: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (
      SELECT FROM mail_delivery WHERE state = 'waiting' LIMIT ${atMost}::integer) AS waiting`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * The files that need a person, counted up to a limit: with a virus, or with a scan that fails again and again. Files
 * that merely wait for the scanner need nobody. The first condition is that of a partial index.
 */
export async function countOpenChecks(db: Db, atMost: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (
      SELECT o.key FROM stored_object AS o JOIN document AS d ON d.storage_key = o.key
      WHERE o.scan_state IN ('pending', 'infected') AND o.scan_state = 'infected'
      UNION
      SELECT o.key FROM stored_object AS o JOIN document AS d ON d.storage_key = o.key
      WHERE o.scan_trouble IS NOT NULL
      UNION
      SELECT o.key FROM refused_upload AS r JOIN stored_object AS o USING (key) WHERE o.state = 'quarantined'
      LIMIT ${atMost}::integer) AS open`.execute(db)
  return rows[0]?.n ?? 0
}
