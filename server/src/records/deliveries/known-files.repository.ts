import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** A file that a message brought and that is a document already. */
export type KnownFile = {
  readonly documentId: number
  readonly fileName: string
  /** Whether an earlier message brought it. */
  readonly cameBefore: boolean
}

type File = {
  readonly deliveryId: string
  readonly sha256: Buffer
  readonly countyId: number | null
}

/**
 * Files of these bytes that are documents already: of the same message, and of others that the same person sent to the same
 * county with the same Message-ID. A message may come by several ways, each with lines of its own above it. A Message-ID that
 * is missing, or was cut, says nothing. A document that was deleted, or lies in the bin, does not count: its file is filed anew.
 */
export async function findKnownFiles(
  db: Kysely<DB> | Transaction<DB>,
  { deliveryId, sha256, countyId }: File,
): Promise<KnownFile[]> {
  const { rows } = await sql<KnownFile>`
    SELECT document_id AS "documentId", file_name AS "fileName", delivery_id <> ${deliveryId}::uuid AS "cameBefore"
    FROM mail_file
    WHERE sha256 = ${sha256}::bytea AND state = 'accepted' AND delivery_id IN (
      SELECT ${deliveryId}::uuid
      UNION ALL
      SELECT other.id FROM mail_delivery AS this JOIN mail_delivery AS other
        ON other.account_id = this.account_id AND other.message_id = this.message_id
      WHERE this.id = ${deliveryId}::uuid AND this.message_id <> '' AND this.message_id NOT LIKE '%…'
        AND other.county_id = ${countyId}::integer)
      AND EXISTS (SELECT FROM document WHERE document.id = mail_file.document_id AND document.deleted_at IS NULL)
    ORDER BY delivery_id = ${deliveryId}::uuid DESC, document_id, place`.execute(db)
  return rows
}

/** Whoever else files a message of the same sender with the same Message-ID waits until the transaction ends. */
export async function holdMessageId(transaction: Transaction<DB>, deliveryId: string): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('message of account ' || account_id || ': ' || message_id, 0))
    FROM mail_delivery WHERE id = ${deliveryId}::uuid AND account_id IS NOT NULL`.execute(transaction)
}

/** Notes who sent a message and for which county, before its first file is filed: a copy of it knows it by that. */
export async function recordSender(
  db: Kysely<DB>,
  { id, accountId, countyId }: { readonly id: string; readonly accountId: number; readonly countyId: number },
): Promise<void> {
  await sql`
    UPDATE mail_delivery SET account_id = ${accountId}::integer, county_id = ${countyId}::integer
    WHERE id = ${id}::uuid AND state = 'taken'`.execute(db)
}
