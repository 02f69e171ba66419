import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** The columns that every action on a document may use. */
export const DOCUMENT_FACTS = [
  'id',
  'county_id',
  'uploaded_by',
  'uploaded_at',
  'file_name',
  'content_type',
  'byte_size',
  'sha256',
  'storage_key',
  'category_id',
  'type_id',
  'status_id',
  'description',
  'rendered',
  'rendered_date',
  'extended',
  'version',
  'deleted_at',
] as const

export async function findDocument(db: Kysely<DB>, documentId: number) {
  return db.selectFrom('document').select(DOCUMENT_FACTS).where('id', '=', documentId).executeTakeFirst()
}

/** Returns the document as it stays until the transaction ends: nobody changes or deletes it meanwhile. */
export async function findDocumentForShare(transaction: Transaction<DB>, documentId: number) {
  return transaction
    .selectFrom('document')
    .select(DOCUMENT_FACTS)
    .where('id', '=', documentId)
    .forShare()
    .executeTakeFirst()
}

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>

/** Returns the documents that exist, without a lock. */
export async function listDocuments(db: Kysely<DB>, documentIds: readonly number[]): Promise<DocumentRow[]> {
  return db
    .selectFrom('document')
    .select(DOCUMENT_FACTS)
    .where('id', '=', sql<number>`ANY(${documentIds}::integer[])`)
    .execute()
}

/** Returns the document with this storage key; a key is never reused. */
export async function findByStorageKey(db: Kysely<DB>, storageKey: string): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('document')
    .select(DOCUMENT_FACTS)
    .where('storage_key', '=', storageKey)
    .executeTakeFirst()
}

/** Whether the document exists, in the list or in the bin. */
export async function documentExists(db: Kysely<DB>, documentId: number): Promise<boolean> {
  const row = await db.selectFrom('document').select('id').where('id', '=', documentId).executeTakeFirst()
  return row !== undefined
}

export async function anyDocumentExists(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('document').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
