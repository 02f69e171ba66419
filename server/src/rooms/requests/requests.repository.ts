import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Db = Kysely<DB>

/** How many wait, counted up to a limit, and since when the oldest does. */
export type Waiting = { readonly count: number; readonly oldest: Date | null }

const NONE: Waiting = { count: 0, oldest: null }

/** The messages of the mailbox that wait for a person, counted up to a limit. */
export async function findWaitingMails(db: Db, atMost: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT count(*)::integer AS count, min(arrived_at) AS oldest FROM (
      SELECT arrived_at FROM mail_delivery WHERE state = 'waiting'
      ORDER BY arrived_at, id LIMIT ${atMost}::integer) AS waiting`.execute(db)
  return rows[0] ?? NONE
}

/**
 * The files that need a person, counted up to a limit: with a virus, or with a scan that fails again and again. Files
 * that merely wait for the scanner need nobody. The first condition is that of a partial index.
 */
export async function findOpenChecks(db: Db, atMost: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    SELECT count(*)::integer AS count, min(uploaded_at) AS oldest FROM (
      SELECT o.key, d.uploaded_at FROM stored_object AS o JOIN document AS d ON d.storage_key = o.key
      WHERE o.scan_state IN ('pending', 'infected') AND o.scan_state = 'infected'
      UNION
      SELECT o.key, d.uploaded_at FROM stored_object AS o JOIN document AS d ON d.storage_key = o.key
      WHERE o.scan_trouble IS NOT NULL
      UNION
      SELECT o.key, r.uploaded_at FROM refused_upload AS r JOIN stored_object AS o USING (key)
      WHERE o.state = 'quarantined'
      LIMIT ${atMost}::integer) AS open`.execute(db)
  return rows[0] ?? NONE
}
