import type { Insertable, Transaction } from 'kysely'
import type { DB, Document } from '../../engines/database/generated/db.d.ts'
import { DOCUMENT_FACTS, type DocumentRow } from './documents.repository.ts'

/** Inserts documents. Only the intake calls it. */
export async function insertDocuments(
  transaction: Transaction<DB>,
  documents: readonly Insertable<Document>[],
): Promise<DocumentRow[]> {
  return transaction.insertInto('document').values(documents).returning(DOCUMENT_FACTS).execute()
}
