import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { DOCUMENT_FACTS, type DocumentRow } from '../documents/documents.repository.ts'

/** A document for a receipt, with its county's current name. */
export type DocumentToReceive = DocumentRow & {
  readonly countyName: string | null
  readonly categoryName: string
  readonly typeName: string
  /** Names of its owners with their relation; null if it has none. */
  readonly owners: string | null
}

const OWNERS = sql<string | null>`(
  SELECT string_agg(o.organization_name || ' (' || relation.name || ')', '; ' ORDER BY o.organization_name, relation.id)
  FROM document_owner AS link JOIN organization AS o ON o.party_number = link.party_number
    JOIN relation_type AS relation ON relation.id = link.relation_type_id
  WHERE link.document_id = document.id)`

/** The existing documents with these ids, in the list or in the bin, in the order of the ids. */
export async function listDocumentsToReceive(
  db: Kysely<DB>,
  documentIds: readonly number[],
): Promise<DocumentToReceive[]> {
  return db
    .selectFrom('document')
    .leftJoin('county', 'county.id', 'document.county_id')
    .where('document.id', '=', sql<number>`ANY(${documentIds}::integer[])`)
    .select(DOCUMENT_FACTS.map((fact) => `document.${fact}` as const))
    .innerJoin('category', 'category.id', 'document.category_id')
    .innerJoin('document_type', 'document_type.id', 'document.type_id')
    .select(['county.name as countyName', 'category.name as categoryName', 'document_type.name as typeName'])
    .select(OWNERS.as('owners'))
    .orderBy(sql`array_position(${documentIds}::integer[], document.id)`)
    .execute()
}
