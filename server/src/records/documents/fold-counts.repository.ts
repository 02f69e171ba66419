import type { Pool } from 'pg'

/** One fold holds its cells' locks no longer than this many deltas take: under a second. */
const LARGEST_FOLD = 5000

type Queries = Pick<Pool, 'query'>

/**
 * Moves every waiting delta of the documents' counts into their cells and returns how many there were.
 * Reads are exact without it; it keeps them fast. Any number of servers may call it: one at a time does the work.
 */
export async function foldCounts(pool: Queries): Promise<number> {
  return fold(pool, { by: 'fold_document_counts', tables: ['document_delta'] })
}

/** The same for what is kept of the bin and of the files of owners. */
export async function foldKeptTotals(pool: Queries): Promise<number> {
  return fold(pool, { by: 'fold_kept_totals', tables: ['bin_delta', 'owner_file_delta'] })
}

type Fold = { readonly by: string; readonly tables: readonly string[] }

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
