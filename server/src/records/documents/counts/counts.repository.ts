import { sql, type Kysely, type Transaction, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Pool } from 'pg'
import type { BinScope } from '../bin.scope.ts'

/** One fold holds its cells' locks no longer than this many deltas take: under a second. */
const LARGEST_FOLD = 5000

type Queries = Pick<Pool, 'query'>

type Fold = { readonly by: string; readonly tables: readonly string[] }

/** One go counts about so many documents: a second's work, after which deltas are folded again. */
const MOST_DOCUMENTS = 1_000_000

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

/**
 * Counts cells of many documents finer, so that a page in the middle of an archive loaded in a day is found as fast as any
 * other. Returns how many cells were split; what is left waits for the next call. One server at a time does the work.
 */
export async function splitDenseCells(pool: Pick<Pool, 'query'>): Promise<number> {
  let cells = 0
  let documents = 0
  while (documents < MOST_DOCUMENTS) {
    const { rows } = await pool.query<{ n: number }>('SELECT split_dense_cell() AS n')
    const n = rows[0]?.n ?? 0
    if (n === 0) break
    documents += n
    cells += 1
  }
  return cells
}

/** How many documents of the scope lie in the bin, for a query that lists some of them: both of one moment. */
export function binTotal({ seen, uploadedBy }: BinScope): RawBuilder<number> {
  const conditions = [sql`true`]
  if (seen.kind === 'counties') conditions.push(sql`county_id = ANY (${seen.countyIds}::integer[])`)
  if (seen.kind === 'own') conditions.push(sql`county_id = 0 AND uploaded_by = ${seen.accountId}`)
  if (uploadedBy !== null) conditions.push(sql`uploaded_by = ${uploadedBy}`)
  const isOfScope = sql.join(conditions, sql` AND `)
  return sql<number>`(
    SELECT coalesce(sum(n), 0)::integer FROM (
      SELECT n FROM bin_count WHERE ${isOfScope} UNION ALL SELECT n FROM bin_delta WHERE ${isOfScope}
    ) AS kept)`
}

/** How many documents outside the bin each owner has in that county and year, by party number; those only who have any. */
export async function countFilesOfOwners(
  db: Kysely<DB>,
  { countyId, appraisalYear }: { readonly countyId: number; readonly appraisalYear: number },
): Promise<{ owners: number[]; counts: number[] }> {
  const isOfRoll = sql`county_id = ${countyId} AND appraisal_year = ${appraisalYear}`
  const { rows } = await sql<{ owners: number[] | null; counts: number[] | null }>`
    SELECT array_agg(party_number) AS owners, array_agg(files) AS counts
    FROM (
      SELECT party_number, sum(n)::integer AS files
      FROM (
        SELECT party_number, n FROM owner_file_count WHERE ${isOfRoll}
        UNION ALL SELECT party_number, n FROM owner_file_delta WHERE ${isOfRoll}
      ) AS kept
      GROUP BY party_number HAVING sum(n) <> 0 ORDER BY party_number
    ) AS counted`.execute(db)
  return { owners: rows[0]?.owners ?? [], counts: rows[0]?.counts ?? [] }
}

/**
 * Moves every waiting delta of the documents' counts into their cells and returns how many there were.
 * Reads are exact without it; it keeps them fast. Any number of servers may call it: one at a time does the work.
 */
export async function foldCounts(pool: Queries): Promise<number> {
  return fold(pool, { by: 'fold_document_counts', tables: ['document_delta'] })
}

/** The same for what is kept of the bin and of the files of owners. */
export async function foldRunningTotals(pool: Queries): Promise<number> {
  return fold(pool, { by: 'fold_kept_totals', tables: ['bin_delta', 'owner_file_delta'] })
}

async function fold(pool: Queries, { by, tables }: Fold): Promise<number> {
  let folded = 0
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(`SELECT ${by}($1) AS n`, [LARGEST_FOLD])
    const n = rows[0]?.n ?? 0
    folded += n
    if (n < LARGEST_FOLD) break
  }
  if (folded > 0 && (await mayVacuum(pool, tables))) await pool.query(`VACUUM ${tables.join(', ')}`)
  return folded
}

/** Who may not would only get a warning, and its owner's autovacuum sees to it. Before PostgreSQL 17 its owner alone may. */
async function mayVacuum(pool: Queries, tables: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT bool_and(CASE WHEN current_setting('server_version_num')::integer < 170000 THEN pg_has_role(relowner, 'USAGE')
       ELSE has_table_privilege(oid, 'MAINTAIN') END) AS may
     FROM pg_class WHERE oid = ANY ($1::regclass[])`,
    [tables],
  )
  return rows[0]?.may ?? false
}
