import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import type { DB, Document } from '../../engines/database/generated/db.d.ts'
import { DOCUMENT_FACTS, type DocumentRow } from './documents.repository.ts'

/** For the intake. */
export async function insertDocuments(
  transaction: Transaction<DB>,
  documents: readonly Insertable<Document>[],
): Promise<DocumentRow[]> {
  return transaction.insertInto('document').values(documents).returning(DOCUMENT_FACTS).execute()
}

/** Those that exist, without holding them. */
export async function listDocuments(db: Kysely<DB>, documentIds: readonly number[]): Promise<DocumentRow[]> {
  return db.selectFrom('document').select(DOCUMENT_FACTS).where('id', '=', anyOf(documentIds)).execute()
}

/**
 * Holds documents until the transaction ends, and returns those that exist, by id. Everybody locks in this order: two who
 * want the same documents wait one for the other, and never both.
 */
export async function lockDocuments(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<DocumentRow[]> {
  return transaction
    .selectFrom('document')
    .select(DOCUMENT_FACTS)
    .where('id', '=', anyOf(documentIds))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** What may become different about a document. Its county, who uploaded it, and its bytes stay what they are. */
export type DocumentChange = {
  readonly description?: string
  readonly type_id?: number
  readonly status_id?: number
  readonly rendered?: boolean
  /** A day, YYYY-MM-DD. */
  readonly rendered_date?: string | null
  readonly extended?: boolean
  readonly deleted_at?: Date | null
  readonly deleted_by?: number | null
}

/** Writes the change as a new version of each of these documents, and returns them as they then are, by id. */
export async function changeDocuments(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  change: DocumentChange,
): Promise<DocumentRow[]> {
  const changed = await transaction
    .updateTable('document')
    .set((expression) => ({ ...change, version: expression('version', '+', 1) }))
    .where('id', '=', anyOf(documentIds))
    .returning(DOCUMENT_FACTS)
    .execute()
  return changed.toSorted((one, other) => one.id - other.id)
}

/** Removes documents, and with them their links. */
export async function removeDocuments(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('document').where('id', '=', anyOf(documentIds)).execute()
}

function anyOf(documentIds: readonly number[]) {
  return sql<number>`ANY(${documentIds}::integer[])`
}
