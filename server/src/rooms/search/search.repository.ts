import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { countyCondition, scopeCondition } from '../../records/access/county-scope.repository.ts'

/** Owners of these counties, or of all, whose name contains the text or whose number it is; the nearest names first, each once with its counties. */
export async function findOwners(
  db: Kysely<DB>,
  { scope, numbers, limit }: { scope: CountyScope; numbers: readonly number[]; limit: number },
) {
  if (numbers.length === 0) return []
  const { rows } = await sql<{ partyNumber: number; name: string; countyIds: number[] }>`
    SELECT c.party_number AS "partyNumber", (array_agg(c.name ORDER BY c.county_id))[1] AS name,
      array_agg(c.county_id ORDER BY c.county_id) AS "countyIds"
    FROM unnest(${numbers}::integer[]) WITH ORDINALITY AS n (number, place)
    JOIN county_organization AS c ON c.party_number = n.number
    WHERE ${countyCondition(scope, 'c')}
    GROUP BY n.place, c.party_number
    ORDER BY n.place LIMIT ${limit}::integer`.execute(db)
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
