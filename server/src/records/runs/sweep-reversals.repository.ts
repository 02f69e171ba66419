import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** The next run that ended before a moment, that no undo under way reads, and that still has former values. */
export async function findRunToSweep(db: Kysely<DB>, endedBefore: Date): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM document_run AS r WHERE NOT is_final AND ended_at < ${endedBefore}
      AND NOT EXISTS (SELECT FROM document_run AS u WHERE u.undoes = r.number AND u.state = 'running')
    ORDER BY ended_at LIMIT 1`.execute(db)
  return rows[0]?.number
}

/** Deletes the former values of so many items of a run, and returns how many it had. */
export async function deleteReversals(db: Kysely<DB>, number: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE document_run_item SET reversal = '{}'
    WHERE run_number = ${number}::integer AND document_id IN (
      SELECT document_id FROM document_run_item
      WHERE run_number = ${number}::integer AND outcome = 'changed' AND reversal <> '{}'
      LIMIT ${most}::integer)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function markFinal(db: Kysely<DB>, number: number): Promise<void> {
  await sql`UPDATE document_run SET is_final = true WHERE number = ${number}::integer`.execute(db)
}
