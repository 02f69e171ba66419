import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { countyCondition, scopeCondition } from '../../records/access/county-scope.repository.ts'

/** Owners of these counties, or of all, whose name contains the text or whose number it is; the nearest names first. */
export async function findOwners(
  db: Kysely<DB>,
  { scope, numbers, limit }: { scope: CountyScope; numbers: readonly number[]; limit: number },
) {
  if (numbers.length === 0) return []
  const { rows } = await sql<{ partyNumber: number; name: string; countyId: number }>`
    SELECT DISTINCT ON (n.place) c.party_number AS "partyNumber", c.name, c.county_id AS "countyId"
    FROM unnest(${numbers}::integer[]) WITH ORDINALITY AS n (number, place)
    JOIN county_organization AS c ON c.party_number = n.number
    WHERE ${countyCondition(scope, 'c')}
    ORDER BY n.place, c.county_id LIMIT ${limit}::integer`.execute(db)
  return rows
}

/** A document of the scope outside the bin. */
export async function findDocumentOfScope(db: Kysely<DB>, id: number, scope: CountyScope) {
  return db
    .selectFrom('document')
    .select(['id', 'file_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(scopeCondition(scope, 'document'))
    .executeTakeFirst()
}
