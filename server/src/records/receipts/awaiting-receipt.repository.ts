import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

type Arrival = {
  readonly documentId: number
  readonly accountId: number
  readonly receivedAt: Date
  /**
   * YYYY-MM-DD in the firm's zone: the receipt is due when this day is over. Null: it is due when the sender stops
   * uploading.
   */
  readonly day: string | null
}

/** Records that a new document is not on a receipt yet. */
export async function recordAwaitingReceipt(
  transaction: Transaction<DB>,
  { documentId, accountId, receivedAt, day }: Arrival,
): Promise<void> {
  await sql`
    INSERT INTO document_awaiting_receipt (document_id, account_id, received_at, day)
    VALUES (${documentId}, ${accountId}, ${receivedAt}, ${day}::date)`.execute(transaction)
}

/**
 * Marks these documents of a sender as receiving their receipt in this transaction. Returns those that had none yet, in
 * the order of their ids. Waits for any other transaction that does the same.
 */
export async function endAwaitingReceipt(
  transaction: Transaction<DB>,
  { accountId, documentIds }: { readonly accountId: number; readonly documentIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ documentId: number }>`
    DELETE FROM document_awaiting_receipt
    WHERE account_id = ${accountId}::integer AND document_id = ANY(${documentIds}::integer[])
    RETURNING document_id AS "documentId"`.execute(transaction)
  return idsInOrder(rows)
}

/** When a receipt is due. */
export type DueWhen = {
  /** The sender has uploaded nothing since then. */
  readonly quietSince: Date
  /** Their first document has waited since then, whatever else arrives. */
  readonly waitingSince: Date
  /** The current day, YYYY-MM-DD. Earlier days are over. */
  readonly today: string
}

/**
 * The documents that one receipt may combine: those of a sender, and of one day if the receipt waits for the day's end.
 */
export type FilingDue = { readonly accountId: number; readonly email: string; readonly day: string | null }

/**
 * Filings whose receipt is due, longest wait first. Returns all of them, so that one that keeps failing does not hide
 * those after it. An upload in progress delays the receipt.
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
 * Claims the lowest ids of a filing's documents, at most `most`, and returns them in order. Skips those that another
 * transaction is claiming.
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
  return idsInOrder(rows)
}

/** RETURNING has no order. */
function idsInOrder(rows: readonly { readonly documentId: number }[]): number[] {
  return rows.map(({ documentId }) => documentId).toSorted((one, other) => one - other)
}
