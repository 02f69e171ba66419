import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Of this month and the next, those without a partition, such as 2026-04. */
export async function listMissingMonths(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    SELECT to_char(month, 'YYYY-MM') AS month
    FROM (
      SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month' AS month FROM generate_series(0, 1) AS n
    ) AS ahead
    WHERE to_regclass('audit_record_' || to_char(month, 'YYYY_MM')) IS NULL
    ORDER BY 1`.execute(db)
  return rows.map(({ month }) => month)
}

/** Partitions that could be truncated. */
export async function listUnguardedParts(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    SELECT inhrelid::regclass::text AS part FROM pg_inherits
    WHERE inhparent = 'audit_record'::regclass AND inhrelid <> 'audit_record_default'::regclass
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = inhrelid AND tgname = 'audit_record_is_not_emptied')
    ORDER BY 1`.execute(db)
  return rows.map(({ part }) => part)
}
