import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

export type JobCounts = {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  readonly dead: number
  /** Seconds since the oldest waiting job became due. */
  readonly oldestSeconds: number
}

const MAX_ALIVE_COUNTED = 10_000

const MAX_DEAD_COUNTED = 1000

/**
 * Counts the jobs of these kinds. Call it `withIndexScans`. The counts have limits, so a long queue does not slow it:
 * the first 10,000 waiting and running jobs by due time, and 1,000 dead ones.
 */
export async function countJobs(db: Transaction<DB>, kinds: readonly string[]): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    SELECT k.kind, alive.waiting, alive.running, dead.count AS dead,
      greatest(0, coalesce(extract(epoch FROM now() - alive.oldest), 0))::double precision AS "oldestSeconds"
    FROM unnest(${kinds}::text[]) AS k (kind)
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE NOT in_hand)::integer AS waiting, count(*) FILTER (WHERE in_hand)::integer AS running,
        min(run_at) FILTER (WHERE NOT in_hand) AS oldest
      FROM (
        SELECT run_at, leased_until IS NOT NULL AND leased_until >= now() AS in_hand
        FROM job WHERE kind = k.kind AND failed_at IS NULL ORDER BY run_at, id LIMIT ${MAX_ALIVE_COUNTED}
      ) AS j
    ) AS alive
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count
      FROM (SELECT FROM job WHERE kind = k.kind AND failed_at IS NOT NULL ORDER BY id LIMIT ${MAX_DEAD_COUNTED}) AS j
    ) AS dead
    ORDER BY k.kind`.execute(db)
  return rows
}

/** The kinds that have jobs. Skips from key to key in the index, so that long queues cost nothing. */
export async function listKinds(db: Kysely<DB>): Promise<string[]> {
  const alive = await kindsAlong(db, sql`failed_at IS NULL`)
  const dead = await kindsAlong(db, sql`failed_at IS NOT NULL`)
  return [...new Set([...alive, ...dead])].toSorted()
}

async function kindsAlong(db: Kysely<DB>, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    WITH RECURSIVE found (kind) AS (
      (SELECT kind FROM job WHERE ${which} ORDER BY kind LIMIT 1)
      UNION ALL
      SELECT (SELECT kind FROM job WHERE ${which} AND kind > found.kind ORDER BY kind LIMIT 1)
      FROM found WHERE found.kind IS NOT NULL
    )
    SELECT kind FROM found WHERE kind IS NOT NULL`.execute(db)
  return rows.map(({ kind }) => kind)
}

/**
 * Runs queue reads with index scans only. The planner cannot know the length of a queue that has just filled, and would
 * sort all of it for one page.
 */
export async function withIndexScans<T>(
  db: Kysely<DB>,
  read: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`SELECT set_config(name, 'off', true)
      FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'jit']) AS name`.execute(
      transaction,
    )
    return read(transaction)
  })
}
