import type { Pool } from 'pg'

/**
 * Brings what the planner knows of documents up to date: statistics, and that all rows of their pages are visible. The
 * test cluster commits before its log is flushed, and VACUUM marks no page with such a commit; one flushed commit flushes
 * all before it.
 */
export async function vacuumDocuments(pool: Pool): Promise<void> {
  await pool.query(
    "BEGIN; SET LOCAL synchronous_commit = on; SELECT pg_logical_emit_message(true, 'flush', ''); COMMIT",
  )
  // Without FREEZE it leaves out a page that the server writes at that moment, and with it the dead rows there.
  await pool.query('VACUUM (FREEZE, ANALYZE) document')
}
