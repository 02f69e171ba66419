import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'

/** The owners of a document with the county's name for each. Without a county, each has its names in any county. */
export async function listOwners(db: Kysely<DB>, { id, county_id }: Pick<DocumentRow, 'id' | 'county_id'>) {
  return db
    .selectFrom('document_owner as d')
    .innerJoin('organization as o', 'o.party_number', 'd.party_number')
    .where('d.document_id', '=', id)
    .select((expression) => [
      'd.party_number',
      'd.relation_type_id',
      'o.organization_name',
      expression
        .selectFrom('county_organization as c')
        .whereRef('c.party_number', '=', 'd.party_number')
        .$if(county_id !== null, (names) => names.where('c.county_id', '=', county_id))
        .select(sql<string | null>`string_agg(DISTINCT c.name, ' / ')`.as('name'))
        .as('cad_name'),
    ])
    .orderBy('d.linked_at')
    .orderBy('d.party_number')
    .orderBy('d.relation_type_id')
    .execute()
}

export type OwnerRow = Awaited<ReturnType<typeof listOwners>>[number]
