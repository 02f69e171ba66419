import type { Pool } from 'pg'

/**
 * Updates the planner's knowledge of documents: statistics, and the visibility of all rows. The test cluster commits
 * before its log is flushed, and VACUUM marks no page with such a commit. One flushed commit flushes all earlier ones.
 */
export async function vacuumDocuments(pool: Pool): Promise<void> {
  await pool.query(
    "BEGIN; SET LOCAL synchronous_commit = on; SELECT pg_logical_emit_message(true, 'flush', ''); COMMIT",
  )
  // Without FREEZE it skips a page that the server is writing at that moment, with its dead rows.
  await pool.query('VACUUM (FREEZE, ANALYZE) document')
}
