import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'

type Waiting = {
  readonly kind: string
  readonly atMost: number
  /** Characters of JSON. Jobs with a longer payload stay. */
  readonly payloadLength: number
}

/**
 * Removes due jobs that were never tried, the oldest first. The caller does their work in the same transaction, so that
 * a failure leaves them in the queue.
 * @returns their payloads.
 */
export async function takeWaitingJobs(
  transaction: Transaction<DB>,
  { kind, atMost, payloadLength }: Waiting,
): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`
    DELETE FROM job WHERE id = ANY (ARRAY(
      SELECT id FROM job
      WHERE kind = ${kind} AND failed_at IS NULL AND run_at <= now() AND leased_until IS NULL AND attempts = 0
        AND length(payload::text) <= ${payloadLength}::integer
      ORDER BY run_at, id LIMIT ${atMost}::integer FOR UPDATE SKIP LOCKED
    ))
    RETURNING payload`.execute(transaction)
  return rows.map(({ payload }) => payload)
}
