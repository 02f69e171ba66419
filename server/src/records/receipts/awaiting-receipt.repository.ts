import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Arrival = {
  readonly documentId: number
  readonly accountId: number
  readonly receivedAt: Date
  /** YYYY-MM-DD of the firm's zone: the receipt is due when it is over. Null: when nothing more comes from the sender. */
  readonly day: string | null
}

/** Notes that a new document is on no receipt yet. */
export async function recordAwaitingReceipt(
  transaction: Transaction<DB>,
  { documentId, accountId, receivedAt, day }: Arrival,
): Promise<void> {
  await sql`
    INSERT INTO document_awaiting_receipt (document_id, account_id, received_at, day)
    VALUES (${documentId}, ${accountId}, ${receivedAt}, ${day}::date)`.execute(transaction)
}

/**
 * Notes that these documents of a sender get their receipt in this transaction, and returns those that had none yet, in the
 * order of their ids. Waits for another transaction that does the same.
 */
export async function endAwaitingReceipt(
  transaction: Transaction<DB>,
  { accountId, documentIds }: { readonly accountId: number; readonly documentIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ documentId: number }>`
    DELETE FROM document_awaiting_receipt
    WHERE account_id = ${accountId}::integer AND document_id = ANY(${documentIds}::integer[])
    RETURNING document_id AS "documentId"`.execute(transaction)
  return rows.map(({ documentId }) => documentId).toSorted((one, other) => one - other)
}

/** When a receipt is due. */
export type DueWhen = {
  /** Nothing came from the sender since then. */
  readonly quietSince: Date
  /** Their first document waits since then, whatever else comes. */
  readonly waitingSince: Date
  /** The day by now, YYYY-MM-DD: earlier days are over. */
  readonly today: string
}

/** What one receipt may hold together: documents of a sender, of one day where the receipt waits for its end. */
export type FilingDue = { readonly accountId: number; readonly email: string; readonly day: string | null }

/**
 * Filings of which the receipt is due, the longest wait first: all of them, so that none that fails again and again hides
 * those behind it. An upload that goes on holds it up.
 */
export async function listFilingsDue(
  db: Kysely<DB>,
  { quietSince, waitingSince, today }: DueWhen,
): Promise<FilingDue[]> {
  const { rows } = await sql<FilingDue>`
    SELECT account.id AS "accountId", account.email, waiting.day::text AS day
    FROM document_awaiting_receipt AS waiting JOIN account ON account.id = waiting.account_id
    GROUP BY account.id, waiting.day
    HAVING waiting.day < ${today}::date OR (waiting.day IS NULL AND (
      min(waiting.received_at) <= ${waitingSince}::timestamptz
      OR (max(waiting.received_at) <= ${quietSince}::timestamptz AND NOT EXISTS (
        SELECT FROM resumable_upload AS upload WHERE upload.account_id = account.id
          AND upload.state = 'unfinished' AND upload.begun_at > ${waitingSince}::timestamptz))))
    ORDER BY min(waiting.received_at)`.execute(db)
  return rows
}

/**
 * Takes the ids of the documents of a filing, the first first, at most `most`. Those that another transaction takes at the
 * moment are left to it.
 */
export async function takeAwaitingReceipt(
  transaction: Transaction<DB>,
  { accountId, day, most }: Omit<FilingDue, 'email'> & { readonly most: number },
): Promise<number[]> {
  const { rows } = await sql<{ documentId: number }>`
    DELETE FROM document_awaiting_receipt WHERE document_id IN (
      SELECT document_id FROM document_awaiting_receipt
      WHERE account_id = ${accountId}::integer AND day IS NOT DISTINCT FROM ${day}::date
      ORDER BY document_id LIMIT ${most}::integer FOR UPDATE SKIP LOCKED)
    RETURNING document_id AS "documentId"`.execute(transaction)
  return rows.map(({ documentId }) => documentId)
}
