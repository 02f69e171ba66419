import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { countiesOf, type CountyScope } from '../../records/access/county.policy.ts'
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

/** Agents whose name contains the text, or whose code it is. */
export async function findAgents(
  db: Kysely<DB>,
  { scope, text, limit }: { scope: CountyScope; text: string; limit: number },
) {
  const literal = sql<string>`search_text(${text.replace(/[\\%_]/g, '\\$&')})`
  let query = db
    .selectFrom('agent')
    .select(['agent_number', 'organization_name', 'legacy_code'])
    .where((agent) =>
      agent.or([
        agent('search_name', 'like', sql<string>`'%' || ${literal} || '%'`),
        agent(sql`lower(legacy_code)`, '=', text.toLowerCase()),
      ]),
    )
  if (countiesOf(scope) !== 'all') {
    const ofThem = db
      .selectFrom('county_agent')
      .select('agent_number')
      .where(countyCondition(scope, 'county_agent'))
    query = query.where('agent_number', 'in', ofThem)
  }
  return query
    .orderBy(sql`search_name LIKE ${literal} || '%'`, 'desc')
    .orderBy('agent_number')
    .limit(limit)
    .execute()
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
