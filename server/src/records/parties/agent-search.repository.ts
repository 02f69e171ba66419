import { sql, type Kysely } from 'kysely'
import { containsText, startsWithText } from '../../engines/database/like-pattern.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { countyCondition } from '../access/county-scope.repository.ts'
import { countiesOf, type CountyScope } from '../access/county.policy.ts'

type Search<Text> = { readonly scope: CountyScope; readonly text: Text; readonly limit: number }

const NAME = sql`agent.search_name`

/** Agents whose name contains the text, names that start with it first; without a text, all agents by name. */
export async function searchAgents(db: Kysely<DB>, { scope, text, limit }: Search<string | undefined>) {
  let query = agentsOfScope(db, scope).select('agent.state_abbreviation')
  if (text !== undefined) {
    query = query.where(containsText(NAME, text)).orderBy(startsWithText(NAME, text), 'desc')
  }
  return query
    .orderBy(sql`agent.organization_name COLLATE "und-x-icu"`)
    .orderBy('agent.agent_number')
    .limit(limit)
    .execute()
}

/** Agents whose name contains the text, or whose code it is. */
export async function findAgents(db: Kysely<DB>, { scope, text, limit }: Search<string>) {
  return agentsOfScope(db, scope)
    .where((agent) =>
      agent.or([
        containsText(NAME, text),
        agent(sql<string>`lower(agent.legacy_code)`, '=', text.toLowerCase()),
      ]),
    )
    .orderBy(startsWithText(NAME, text), 'desc')
    .orderBy('agent.agent_number')
    .limit(limit)
    .execute()
}

/** A person without counties finds no agent. */
function agentsOfScope(db: Kysely<DB>, scope: CountyScope) {
  const query = db
    .selectFrom('agent')
    .select(['agent.agent_number', 'agent.organization_name', 'agent.legacy_code', 'agent.city'])
  if (countiesOf(scope) === 'all') return query
  const ofThem = db
    .selectFrom('county_agent')
    .select('agent_number')
    .where(countyCondition(scope, 'county_agent'))
  return query.where('agent.agent_number', 'in', ofThem)
}
