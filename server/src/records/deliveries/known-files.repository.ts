import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** A file in a message that is already a document. */
export type KnownFile = {
  readonly documentId: number
  readonly fileName: string
  /** Whether an earlier message contained it. */
  readonly cameBefore: boolean
}

type File = {
  readonly deliveryId: string
  readonly sha256: Buffer
  readonly countyId: number | null
}

/**
 * Finds existing documents with these bytes: from the same message, and from other messages of the same person to the
 * same county with the same Message-ID. A message may arrive by several routes, each of which adds its own header
 * lines. A missing or truncated Message-ID matches nothing. Deleted documents and documents in the bin do not count:
 * their files are filed again.
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

/** Blocks other filings of a message with the same sender and Message-ID until the transaction ends. */
export async function holdMessageId(transaction: Transaction<DB>, deliveryId: string): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('message of account ' || account_id || ': ' || message_id, 0))
    FROM mail_delivery WHERE id = ${deliveryId}::uuid AND account_id IS NOT NULL`.execute(transaction)
}

/**
 * Records the sender and county of a message before its first file is filed. A copy of the message is recognized by
 * them.
 */
export async function recordSender(
  db: Kysely<DB>,
  { id, accountId, countyId }: { readonly id: string; readonly accountId: number; readonly countyId: number },
): Promise<void> {
  await sql`
    UPDATE mail_delivery SET account_id = ${accountId}::integer, county_id = ${countyId}::integer
    WHERE id = ${id}::uuid AND state = 'taken'`.execute(db)
}
