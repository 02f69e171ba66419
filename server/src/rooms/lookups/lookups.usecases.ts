import { AGENT_SUGGESTIONS, ORGANIZATION_SUGGESTIONS } from '@portal/contract/limits.ts'
import {
  NAME_A_COUNTY,
  OTHER_COUNTY,
  UNKNOWN_COUNTY,
  type Agent,
  type County,
  type DocumentType,
  type LookupItem,
  type Organization,
} from '@portal/contract/lookups/lookups.ts'
import { searchAgents } from '../../records/parties/agent-search.repository.ts'
import { findCountyByIdOrName } from '../../records/counties/counties.repository.ts'
import { CallResult, type RawBody } from '../../engines/http/call-result.ts'
import { wantedEncoding, recoded } from '../../engines/http/content-encoding.ts'
import { failure } from '../../engines/http/errors.ts'
import type { PersonContext } from '../../records/context.ts'
import { countyScope, maySeeCounty } from '../../records/access/county.policy.ts'
import * as repository from './lookups.repository.ts'
import { findOrganizations, type CountyFilter } from '../../records/parties/organizations.repository.ts'

type NamedRow = { id: number; name: string }

/** The counties that the user can see. */
export async function listCounties({ database, actor: { person } }: PersonContext): Promise<County[]> {
  const rows = await repository.listCountiesByName(database.kysely, person.counties)
  return rows.map(toCounty)
}

export async function listCategories({ database }: PersonContext): Promise<LookupItem[]> {
  return (await repository.listCategories(database.kysely)).map(toLookupItem)
}

/** Lists all types, or the types of one category. */
export async function listTypes({ database }: PersonContext, categoryId?: number): Promise<DocumentType[]> {
  return (await repository.listTypes(database.kysely, categoryId)).map(toType)
}

export async function listRelationTypes({ database }: PersonContext): Promise<LookupItem[]> {
  return (await repository.listRelationTypes(database.kysely)).map(toLookupItem)
}

type OrganizationQuery = {
  county?: string | undefined
  term?: string | undefined
  partyNumbers?: readonly number[] | undefined
  limit?: number | undefined
  facts?: 'roll' | undefined
  acceptEncoding?: string | undefined
}

/**
 * Returns the organizations of a county with the given party numbers, or the best matches of a term. Without either,
 * returns all of them. An administrator who names no county searches all counties, because a document without a county
 * accepts any organization.
 */
export async function suggestOrganizations(
  context: PersonContext,
  { county: named, acceptEncoding, facts, ...asked }: OrganizationQuery,
): Promise<Organization[] | CallResult<RawBody>> {
  const countyId = await requireVisibleCounty(context, named)
  if (countyId === null) return []
  const numbers = await numbersAsked(context, { ...asked, countyId })
  if (numbers === null) return listAllOrganizations(context, { countyId, acceptEncoding })
  const rows = await findOrganizations(context.database.kysely, { countyId, numbers })
  return rows.map((row) => ({
    Id: row.party_number,
    OrganizationName: row.organization_name,
    Name: row.name,
    ...(facts === 'roll' && row.is_on_roll && { isOnRoll: true as const }),
  }))
}

type Asked = Pick<OrganizationQuery, 'term' | 'partyNumbers' | 'limit'> & { readonly countyId: CountyFilter }

/** Returns the requested party numbers, best match first; null if the request is for all organizations. */
async function numbersAsked(
  { database, organizationSearch }: PersonContext,
  { term, partyNumbers = [], limit = ORGANIZATION_SUGGESTIONS, countyId }: Asked,
): Promise<readonly number[] | null> {
  if (partyNumbers.length > 0) return [...new Set(partyNumbers)]
  if (term === undefined) return null
  return organizationSearch.search(database.kysely, { counties: countyId, term, limit })
}

/** A user gets one such list at a time, because it is large and the client may read it slowly. */
async function listAllOrganizations(
  { database, actor: { person }, organizationLists, listLimiter }: PersonContext,
  { countyId, acceptEncoding }: { countyId: CountyFilter; acceptEncoding: string | undefined },
): Promise<CallResult<RawBody>> {
  if (countyId === 'every') throw failure(NAME_A_COUNTY)
  const encoding = wantedEncoding(acceptEncoding)
  const endTurn = await listLimiter.take(person.accountId)
  try {
    const list = await organizationLists.read(database.kysely, countyId)
    return new CallResult(recoded(list, encoding), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
      onceSent: endTurn,
    })
  } catch (error) {
    endTurn()
    throw error
  }
}

/**
 * Returns the named county if the user may see it. Without a name, returns every county for an administrator and the
 * user's own county for others; null if the user has none.
 */
async function requireVisibleCounty(
  { database, actor: { person } }: PersonContext,
  named: string | undefined,
): Promise<CountyFilter | null> {
  if (named === undefined) {
    return person.counties === 'all' ? 'every' : (person.ownCounty?.id ?? null)
  }
  const county = await findCountyByIdOrName(database.kysely, named)
  if (county && maySeeCounty(person, county.id)) return county.id
  throw person.counties === 'all' ? failure(UNKNOWN_COUNTY) : failure(OTHER_COUNTY)
}

type AgentQuery = Pick<OrganizationQuery, 'county' | 'term' | 'limit' | 'facts'>

/** Returns agents of every county that the user sees, each with the number of its owners there or in the named county. */
export async function suggestAgents(
  context: PersonContext,
  { county: named, term, limit = AGENT_SUGGESTIONS, facts }: AgentQuery,
): Promise<Agent[]> {
  const { database, actor } = context
  const { person } = actor
  const county = named === undefined ? null : await requireVisibleCounty(context, named)
  const scope = countyScope(person)
  if (scope.kind === 'own') return []
  const rows = await searchAgents(database.kysely, { scope, text: term, limit })
  if (facts !== 'roll') return rows.map(toAgent)
  const owners = await repository.countOwnersOfAgents(database.kysely, {
    counties: typeof county === 'number' ? [county] : person.counties,
    agentNumbers: rows.map((row) => row.agent_number),
  })
  return rows.map((row) => ({
    ...toAgent(row),
    City: row.city,
    StateAbbreviation: row.state_abbreviation,
    OwnerCount: owners.get(row.agent_number) ?? 0,
  }))
}

function toLookupItem({ id, name }: NamedRow): LookupItem {
  return { ID: id, Name: name }
}

function toCounty({ id, name, isClosed }: NamedRow & { isClosed: boolean }): County {
  return { CountyID: id, Name: name, ...(isClosed && { isClosed }) }
}

function toType({ id, name, category_id }: NamedRow & { category_id: number }): DocumentType {
  return { ID: id, Name: name, CategoryID: category_id }
}

function toAgent(row: { organization_name: string; legacy_code: string; agent_number: number }): Agent {
  return { AgentName: row.organization_name, LegacyCode: row.legacy_code, AgentNbr: row.agent_number }
}
