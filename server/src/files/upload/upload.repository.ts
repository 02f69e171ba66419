import type { Insertable, Kysely, Transaction } from 'kysely'
import type { DB, Document } from '../../database/generated/db.d.ts'

const STORED = [
  'id',
  'file_name',
  'uploaded_at',
  'category_id',
  'type_id',
  'status_id',
  'county_id',
  'description',
] as const

export async function insertDocument(transaction: Transaction<DB>, document: Insertable<Document>) {
  return transaction.insertInto('document').values(document).returning(STORED).executeTakeFirstOrThrow()
}

export type StoredDocument = Awaited<ReturnType<typeof insertDocument>>

/** The document whose bytes have this key; a key is never used twice. */
export async function findByStorageKey(
  db: Kysely<DB>,
  storageKey: string,
): Promise<StoredDocument | undefined> {
  return db.selectFrom('document').select(STORED).where('storage_key', '=', storageKey).executeTakeFirst()
}
