import { sql, type Kysely, type Transaction } from 'kysely'
import type { Counties } from '../../records/access/person.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'

/**
 * The organizations of these numbers that appear in a county that is seen, and whether they do in this one. They go on appearing in it
 * until the transaction ends: an import that would remove them waits, and one that does so already is waited for.
 */
export async function findOrganizations(
  transaction: Transaction<DB>,
  { partyNumbers, countyId, seen }: { partyNumbers: number[]; countyId: number | null; seen: Counties },
) {
  const appearing = await transaction
    .selectFrom('county_organization')
    .where('county_id', '=', countyId)
    .where('party_number', 'in', partyNumbers)
    .select('party_number')
    // The order in which an import holds those that it removes.
    .orderBy('party_number')
    .forKeyShare()
    .execute()
  const inCounty = new Set(appearing.map((row) => row.party_number))
  const organizations = await transaction
    .selectFrom('organization')
    .where('party_number', 'in', partyNumbers)
    .$if(seen !== 'all', (query) =>
      query.where('party_number', 'in', (ofThem) =>
        ofThem
          .selectFrom('county_organization')
          .select('party_number')
          .where('county_id', '=', sql<number>`ANY(${seen}::integer[])`),
      ),
    )
    .select(['party_number', 'organization_name'])
    .execute()
  return organizations.map((row) => ({ ...row, isInCounty: inCounty.has(row.party_number) }))
}

/** The owners of a document with the county's name for each; without a county, with the names it has in any. */
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
