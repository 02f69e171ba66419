import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** What the drift of the counts comes to: how many cells are wrong, and what all documents together are said to be. */
export type CountDrift = { readonly cells: number; readonly held: number; readonly counted: number }

/** Compares every cell with the documents. */
export async function findCountDrift(db: Kysely<DB>): Promise<CountDrift> {
  const { rows } = await sql<CountDrift>`
    SELECT count(*)::integer AS cells,
      coalesce(max(held) FILTER (WHERE worst), 0)::integer AS held,
      coalesce(max(counted) FILTER (WHERE worst), 0)::integer AS counted
    FROM (
      SELECT held, counted, row_number() OVER (ORDER BY abs(held - counted) DESC, level, kind) = 1 AS worst
      FROM (
        SELECT kind, level, held, counted FROM drifted_document_counts()
        UNION ALL SELECT kind, level, held, counted FROM drifted_fine_counts()
        UNION ALL SELECT 3, 0, held, counted FROM drifted_bin_counts()
        UNION ALL SELECT 4, 0, held, counted FROM drifted_owner_file_counts()
      ) AS cell
    ) AS drifted`.execute(db)
  return rows[0] ?? { cells: 0, held: 0, counted: 0 }
}

/** Brings drifted cells right, while people upload, and returns how many there were; in READ COMMITTED. */
export async function correctCounts(transaction: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT correct_document_counts() AS n`.execute(transaction)
  return rows[0]?.n ?? 0
}

/** Puts documents in the list where their status stands, after its rank was changed; returns how many were elsewhere. */
export async function rankDocuments(transaction: Transaction<DB>): Promise<number> {
  // A trigger looks the rank up.
  const { numAffectedRows } = await sql`
    UPDATE document AS d SET status_id = d.status_id
    FROM status AS s WHERE s.id = d.status_id AND s.rank <> d.status_rank`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}
