import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { DOCUMENT_FACTS, type DocumentRow } from '../documents/documents.repository.ts'

/**
 * Returns the document with this storage key once it is as durable as after a confirmed commit. A commit that waits for
 * a standby and is abandoned stays on the primary. It is visible there, although the standby may lack it. So this locks
 * the row: the lock is written to the log, and its commit waits for the standby too, after the first one.
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
