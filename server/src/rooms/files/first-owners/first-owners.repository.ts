import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { scopeCondition } from '../../../records/access/county-scope.repository.ts'
import type { CountyScope } from '../../../records/access/county.policy.ts'

/** Returns the first owner by name of each of these documents within the scope, and the number of its owners. */
export async function findFirstOwners(
  db: Kysely<DB>,
  { fileIds, scope }: { fileIds: readonly number[]; scope: CountyScope },
) {
  // As the list sorts by owner. An owner may be linked with several relations.
  const byName = sql`left(organization.search_name, 100) COLLATE "C", organization.party_number`
  return db
    .selectFrom('document')
    .innerJoin('document_owner', 'document_owner.document_id', 'document.id')
    .innerJoin('organization', 'organization.party_number', 'document_owner.party_number')
    .where('document.id', '=', sql<number>`ANY(${fileIds}::integer[])`)
    .where('document.deleted_at', 'is', null)
    .where(scopeCondition(scope, 'document'))
    .groupBy('document.id')
    .select([
      'document.id as fileId',
      sql<string>`(array_agg(organization.organization_name ORDER BY ${byName}))[1]`.as('name'),
      sql<number>`(array_agg(organization.party_number ORDER BY ${byName}))[1]`.as('partyNumber'),
      sql<number>`count(DISTINCT organization.party_number)::integer`.as('count'),
    ])
    .orderBy('document.id')
    .execute()
}
