import type { Pool } from 'pg'

/** A connection that blocks another. Facts that the role may not see are null. */
export type Blocker = {
  pid: number
  program: string | null
  state: string | null
  /** Seconds since its transaction began. */
  seconds: number | null
}

/** Returns the connections that block the running statement that begins with `marker`. */
export async function readBlockers(pool: Pick<Pool, 'query'>, marker: string): Promise<Blocker[]> {
  const { rows } = await pool.query<Blocker>(
    `SELECT blocker.pid, nullif(holder.application_name, '') AS program, holder.state,
       extract(epoch FROM clock_timestamp() - holder.xact_start)::integer AS seconds
     FROM pg_stat_activity AS waiting
     CROSS JOIN LATERAL unnest(pg_blocking_pids(waiting.pid)) AS blocker (pid)
     LEFT JOIN pg_stat_activity AS holder ON holder.pid = blocker.pid
     WHERE waiting.state = 'active' AND waiting.pid <> pg_backend_pid() AND starts_with(waiting.query, $1)
     ORDER BY blocker.pid`,
    [marker],
  )
  return rows
}
