import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { DOCUMENT_FACTS, type DocumentRow } from '../../records/documents/documents.repository.ts'

/** A document that a receipt is asked for, with its county as it is called today. */
export type DocumentToReceive = DocumentRow & { readonly countyName: string | null }

/** The documents of these ids that there are, in the list or in the bin, by id. */
export async function listDocumentsToReceive(
  db: Kysely<DB>,
  documentIds: readonly number[],
): Promise<DocumentToReceive[]> {
  return db
    .selectFrom('document')
    .leftJoin('county', 'county.id', 'document.county_id')
    .where('document.id', '=', sql<number>`ANY(${documentIds}::integer[])`)
    .select(DOCUMENT_FACTS.map((fact) => `document.${fact}` as const))
    .select('county.name as countyName')
    .orderBy('document.id')
    .execute()
}
