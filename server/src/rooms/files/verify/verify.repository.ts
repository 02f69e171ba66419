import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

const STORED = ['id', 'file_name', 'byte_size', 'sha256', 'storage_key'] as const

/** Returns documents with an id above `after`, ordered by id, including those in the recycle bin. */
export async function documentsAfter(db: Kysely<DB>, after: number, atMost: number) {
  return db
    .selectFrom('document')
    .select(STORED)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atMost)
    .execute()
}

export type StoredRow = Awaited<ReturnType<typeof documentsAfter>>[number]

/** Returns which of these keys belong to a document, including documents in the bin. */
export async function keysOfDocuments(db: Kysely<DB>, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('document')
    .select('storage_key')
    .where('storage_key', '=', sql<string>`ANY(${keys}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}

/** Returns infected documents, ordered by id. */
export async function findInfected(db: Kysely<DB>) {
  return db
    .selectFrom('document')
    .innerJoin('stored_object', 'stored_object.key', 'document.storage_key')
    .where('stored_object.scan_state', '=', 'infected')
    .select([
      'document.id as fileID',
      'document.file_name as fileName',
      'stored_object.scan_finding as finding',
    ])
    .orderBy('document.id')
    .execute()
}
