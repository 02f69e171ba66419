import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Maximum number of quarantined files that are counted, and maximum for infected uploads. */
export const MAX_QUARANTINED = 10_000

/** Files in quarantine and their bytes; files beyond `MAX_QUARANTINED` are not counted. */
export type QuarantineUsage = { readonly files: number; readonly bytes: number }

export async function readQuarantineUsage(db: Kysely<DB>): Promise<QuarantineUsage> {
  const { rows } = await sql<QuarantineUsage>`
    SELECT count(*)::integer AS files, coalesce(sum(byte_size), 0)::float8 AS bytes
    FROM (SELECT byte_size FROM stored_object WHERE state = 'quarantined' LIMIT ${MAX_QUARANTINED}) AS s`.execute(
    db,
  )
  return rows[0] ?? { files: 0, bytes: 0 }
}

/**
 * Makes concurrent moves into quarantine wait until the transaction ends, so that they cannot exceed a limit together.
 */
export async function holdQuarantine(transaction: Transaction<DB>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('quarantine', 0))`.execute(transaction)
}
