import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { DOCUMENT_FACTS, type DocumentRow } from './documents.repository.ts'

/**
 * Locks documents until the transaction ends, and returns those that exist, by id. Every transaction locks in this
 * order, so two that need the same documents never deadlock.
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

/** The columns that may change. The county of a document, its uploader and its bytes never do. */
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

/** Writes the change as a new version of each document, and returns the new rows by id. */
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

/** Removes documents and their links. */
export async function removeDocuments(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  await transaction.deleteFrom('document').where('id', '=', anyOf(documentIds)).execute()
}

function anyOf(documentIds: readonly number[]) {
  return sql<number>`ANY(${documentIds}::integer[])`
}
