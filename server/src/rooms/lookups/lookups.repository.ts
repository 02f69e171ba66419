import { sql, type Kysely } from 'kysely'
import type { CountyScope } from '../../records/access/county.policy.ts'
import type { Counties } from '../../records/access/actor.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'

export async function listCategories(db: Kysely<DB>) {
  return db.selectFrom('category').select(['id', 'name']).orderBy('id').execute()
}

export async function listTypes(db: Kysely<DB>, categoryId?: number) {
  let query = db.selectFrom('document_type').select(['id', 'category_id', 'name']).orderBy('id')
  // The column is a smallint; the cast lets an out-of-range category match no rows instead of failing.
  if (categoryId !== undefined) query = query.where(sql`category_id::integer`, '=', categoryId)
  return query.execute()
}

export async function listRelationTypes(db: Kysely<DB>) {
  return db.selectFrom('relation_type').select(['id', 'name']).orderBy('id').execute()
}

export async function listCountiesByName(db: Kysely<DB>, seen: Counties) {
  return db
    .selectFrom('county')
    .select(['id', 'name', sql<boolean>`closed_at IS NOT NULL`.as('isClosed')])
    .$if(seen !== 'all', (query) => query.where(sql<boolean>`id = ANY (${seen}::integer[])`))
    .orderBy(sql`name COLLATE "und-x-icu"`)
    .execute()
}

/** The agents to search: all of them, or those of some counties. */
export type AgentScope = Exclude<CountyScope, { kind: 'own' }>

/** Agents whose name contains the term, names that start with it first; without a term, all agents by name. */
export async function searchAgents(
  db: Kysely<DB>,
  { scope, term, limit }: { scope: AgentScope; term: string | undefined; limit: number },
) {
  let query = db
    .selectFrom('agent')
    .select(['agent.agent_number', 'agent.organization_name', 'agent.legacy_code'])
  if (scope.kind === 'counties') {
    const ofThem = db
      .selectFrom('county_agent')
      .select('agent_number')
      .where('county_id', 'in', scope.countyIds)
    query = query.where('agent.agent_number', 'in', ofThem)
  }
  if (term !== undefined) {
    const literal = sql<string>`search_text(${term.replace(/[\\%_]/g, '\\$&')})`
    query = query
      .where('search_name', 'like', sql<string>`'%' || ${literal} || '%'`)
      .orderBy(sql`search_name LIKE ${literal} || '%'`, 'desc')
  }
  return query
    .orderBy(sql`agent.organization_name COLLATE "und-x-icu"`)
    .orderBy('agent.agent_number')
    .limit(limit)
    .execute()
}
