import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { DOCUMENT_FACTS, type DocumentRow } from '../documents/documents.repository.ts'

/**
 * The document whose bytes have this key, once it is as durable as if its own commit had been answered. A commit that
 * waits for a standby and is given up stays on the primary, and is seen there though the standby may lack it. The row
 * is locked: that is written down, and its commit waits for the standby too, behind the other one.
 */
export async function findCommittedDocument(
  db: Kysely<DB>,
  storageKey: string,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document')
    .select(DOCUMENT_FACTS)
    .where('storage_key', '=', storageKey)
    .forKeyShare()
    .executeTakeFirst()
}
