import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { READER_VERSION } from '../../engines/readers/file-text.ts'

/** Document numbers that one step of the sweep looks at. */
const STEP = 5000

/**
 * Queues documents without a row, such as those from before an upgrade or a restore, and unreadable ones that newer
 * readers may read. Each call looks at some documents, from the newest to the oldest, and begins again a day after the
 * end. Another process that sweeps at the same time has its turn later.
 */
export async function sweepTexts(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`
      INSERT INTO text_sweep (below) SELECT coalesce(max(id), 0) + 1 FROM document
      ON CONFLICT (is_the_one) DO NOTHING`.execute(transaction)
    const below = await claimStep(transaction)
    if (below === null) return
    const from = Math.max(0, below - STEP)
    await sql`
      INSERT INTO document_text (document_id, county_key)
      SELECT id, county_key FROM document WHERE id >= ${from}::integer AND id < ${below}::integer
      ON CONFLICT (document_id) DO NOTHING`.execute(transaction)
    await sql`
      UPDATE document_text SET ${WAITING}
      WHERE document_id >= ${from}::integer AND document_id < ${below}::integer
        AND state = 'unreadable' AND engine_version < ${READER_VERSION}::integer`.execute(transaction)
    await sql`
      UPDATE text_sweep SET below = ${from}::integer, ended_at = CASE WHEN ${from}::integer = 0 THEN now() END`.execute(
      transaction,
    )
  })
}

/** The number below which the next step looks; null if the sweep has ended today, or another process has it. */
async function claimStep(transaction: Transaction<DB>): Promise<number | null> {
  const { rows } = await sql<{ below: number }>`
    SELECT CASE WHEN below > 0 THEN below ELSE (SELECT coalesce(max(id), 0) + 1 FROM document) END AS below
    FROM text_sweep WHERE below > 0 OR ended_at < now() - interval '1 day' FOR UPDATE SKIP LOCKED`.execute(
    transaction,
  )
  return rows[0]?.below ?? null
}

/** A row that waits as a new one does. Its pages stay until the new text is stored. */
const WAITING = sql`
  state = 'waiting', reason = NULL, attempts = 0, queued_at = now(), claimed_until = NULL`

/** Rows of one statement of `requeueTexts`. */
const AT_ONCE = 10_000

/** Which texts are read again: all, those that were unreadable, or that of one document. */
export type Requeued = { readonly isUnreadable: boolean; readonly documentId: number | null }

/**
 * Lets texts be read again.
 * @returns how many.
 */
export async function requeueTexts(db: Kysely<DB>, { isUnreadable, documentId }: Requeued): Promise<number> {
  if (documentId !== null) return requeue(db, { isUnreadable, from: documentId, to: documentId })
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(document_id), 0) AS last FROM document_text`.execute(db)
  const last = rows[0]?.last ?? 0
  let count = 0
  for (let from = 1; from <= last; from += AT_ONCE)
    count += await requeue(db, { isUnreadable, from, to: from + AT_ONCE - 1 })
  return count
}

type Range = { readonly isUnreadable: boolean; readonly from: number; readonly to: number }

async function requeue(db: Kysely<DB>, { isUnreadable, from, to }: Range): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE document_text SET ${WAITING}
    WHERE document_id BETWEEN ${from}::integer AND ${to}::integer
      AND (state = 'unreadable' OR NOT ${isUnreadable}::boolean)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
