import { sql, type Kysely, type Transaction, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Pool } from 'pg'
import { totalsCondition } from '../../access/county-scope.repository.ts'
import type { BinScope } from '../bin.scope.ts'

/** Most deltas that one fold handles, so that it holds the cells' locks for less than a second. */
const LARGEST_FOLD = 5000

type Queries = Pick<Pool, 'query'>

type Fold = { readonly by: string; readonly tables: readonly string[] }

/** Approximate number of documents counted per run: a second's work, after which deltas are folded again. */
const MAX_DOCUMENTS = 1_000_000

/** The drift of the counts: the number of wrong cells, and the stored and actual count of the worst one. */
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

/** Corrects drifted cells while people upload, and returns how many there were. Requires READ COMMITTED. */
export async function correctCounts(transaction: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT correct_document_counts() AS n`.execute(transaction)
  return rows[0]?.n ?? 0
}

/** Updates the stored rank of documents after their status got another rank; returns how many changed. */
export async function rankDocuments(transaction: Transaction<DB>): Promise<number> {
  // A trigger sets the rank.
  const { numAffectedRows } = await sql`
    UPDATE document AS d SET status_id = d.status_id
    FROM status AS s WHERE s.id = d.status_id AND s.rank <> d.status_rank`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/**
 * Splits cells with many documents into finer ones, so that a page in the middle of an archive that was loaded in a day
 * is found as fast as any other. Returns how many cells were split; the rest waits for the next call. Only one server
 * at a time does the work.
 */
export async function splitDenseCells(pool: Pick<Pool, 'query'>): Promise<number> {
  let cells = 0
  let documents = 0
  while (documents < MAX_DOCUMENTS) {
    const { rows } = await pool.query<{ n: number }>('SELECT split_dense_cell() AS n')
    const n = rows[0]?.n ?? 0
    if (n === 0) break
    documents += n
    cells += 1
  }
  return cells
}

/**
 * An expression for the number of the scope's documents in the bin. It is for queries that list some of them, so that
 * both are of the same moment.
 */
export function binTotal({ seen, uploadedBy }: BinScope): RawBuilder<number> {
  const isOfScope = totalsCondition(seen, 't')
  const isOfPerson = uploadedBy === null ? sql`true` : sql`t.uploaded_by = ${uploadedBy}`
  const kept = sql`${isOfScope} AND ${isOfPerson}`
  return sql<number>`(
    SELECT coalesce(sum(n), 0)::integer FROM (
      SELECT n FROM bin_count AS t WHERE ${kept} UNION ALL SELECT n FROM bin_delta AS t WHERE ${kept}
    ) AS kept)`
}

/**
 * Returns how many documents outside the bin each owner has in that county and year, by party number. Omits owners
 * without any.
 */
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
 * Moves all pending deltas of the document counts into their cells and returns how many there were. Reads are exact
 * without it; it keeps them fast. Any number of servers may call it, but only one at a time does the work.
 */
export async function foldCounts(pool: Queries): Promise<number> {
  return fold(pool, { by: 'fold_document_counts', tables: ['document_delta'] })
}

/** Does the same for the totals of the bin and of owners' files. */
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

/**
 * Without the right, VACUUM would only warn, and the autovacuum does the work anyway. Before PostgreSQL 17 only the
 * owner may.
 */
async function mayVacuum(pool: Queries, tables: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `SELECT bool_and(CASE WHEN current_setting('server_version_num')::integer < 170000 THEN pg_has_role(relowner, 'USAGE')
       ELSE has_table_privilege(oid, 'MAINTAIN') END) AS may
     FROM pg_class WHERE oid = ANY ($1::regclass[])`,
    [tables],
  )
  return rows[0]?.may ?? false
}
