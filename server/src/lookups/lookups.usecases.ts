import { AGENT_SUGGESTIONS, ORGANIZATION_SUGGESTIONS } from '@portal/contract/limits.ts'
import {
  OTHER_COUNTY,
  UNKNOWN_COUNTY,
  type Agent,
  type County,
  type DocumentType,
  type Named,
  type Organization,
} from '@portal/contract/lookups.ts'
import { findCountyByIdOrName } from '../counties/counties.repository.ts'
import { Answered, type Written } from '../http/answered.ts'
import { wantedEncoding } from '../http/content-encoding.ts'
import { recoded } from '../http/encoded.ts'
import { badRequest, forbidden, notFound } from '../http/errors.ts'
import type { PersonContext } from '../world.ts'
import { agentScope, maySeeCounty } from './lookups.policy.ts'
import { toCounty, toNamed, toType } from './lookups.models.ts'
import * as repository from './lookups.repository.ts'
import { findOrganizations, type CountyScope } from './organizations.repository.ts'

const LARGEST_LIMIT = 1000

export async function listCounties({ database }: PersonContext): Promise<County[]> {
  return (await repository.listCountiesByName(database.kysely)).map(toCounty)
}

export async function listCategories({ database }: PersonContext): Promise<Named[]> {
  return (await repository.listCategories(database.kysely)).map(toNamed)
}

/** All types, or those of one category. */
export async function listTypes({ database }: PersonContext, categoryId?: number): Promise<DocumentType[]> {
  return (await repository.listTypes(database.kysely, categoryId)).map(toType)
}

export async function listRelationTypes({ database }: PersonContext): Promise<Named[]> {
  return (await repository.listRelationTypes(database.kysely)).map(toNamed)
}

type OrganizationQuestion = {
  county?: string | undefined
  term?: string | undefined
  limit?: number | undefined
  acceptEncoding?: string | undefined
}

/**
 * Without a term all organizations of the county, with one its best matches. An administrator who names no county asks
 * all of them together: a document without a county takes any organization.
 */
export async function suggestOrganizations(
  context: PersonContext,
  { county: named, term, limit = ORGANIZATION_SUGGESTIONS, acceptEncoding }: OrganizationQuestion,
): Promise<Organization[] | Answered<Written>> {
  const most = atMost(limit)
  const countyId = await namedCounty(context, named)
  if (countyId === null) return []
  if (term === undefined) return wholeCounty(context, { countyId, acceptEncoding })
  const { database, organizationSearch } = context
  const numbers = await organizationSearch.search(database.kysely, { countyId, term, limit: most })
  const rows = await findOrganizations(database.kysely, { countyId, numbers })
  return rows.map((row) => ({
    Id: row.party_number,
    OrganizationName: row.organization_name,
    Name: row.name,
  }))
}

/** A person gets one such list at a time: it is large, and they may read it slowly. */
async function wholeCounty(
  { database, person, organizationLists, listTurns }: PersonContext,
  { countyId, acceptEncoding }: { countyId: CountyScope; acceptEncoding: string | undefined },
): Promise<Answered<Written>> {
  if (countyId === 'every') throw badRequest('Please name a county.')
  const encoding = wantedEncoding(acceptEncoding)
  const endTurn = await listTurns.take(person.accountId)
  try {
    const list = await organizationLists.read(database.kysely, countyId)
    return new Answered(recoded(list, encoding), {
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

/** What is asked about: every county for an administrator who names none; null for a person without one. */
async function namedCounty(
  { database, person }: PersonContext,
  named: string | undefined,
): Promise<CountyScope | null> {
  if (named === undefined) return person.isAdmin ? 'every' : person.countyId
  const county = await findCountyByIdOrName(database.kysely, named)
  if (county && maySeeCounty(person, county.id)) return county.id
  throw person.isAdmin ? notFound(UNKNOWN_COUNTY) : forbidden(OTHER_COUNTY)
}

export async function suggestAgents(
  { database, person }: PersonContext,
  { term, limit = AGENT_SUGGESTIONS }: { term?: string | undefined; limit?: number | undefined },
): Promise<Agent[]> {
  const scope = agentScope(person)
  if (!scope) return []
  const rows = await repository.searchAgents(database.kysely, { scope, term, limit: atMost(limit) })
  return rows.map((row) => ({
    AgentName: row.organization_name,
    LegacyCode: row.legacy_code,
    AgentNbr: row.agent_number,
  }))
}

function atMost(limit: number): number {
  if (limit > LARGEST_LIMIT) throw badRequest(`limit must be at most ${LARGEST_LIMIT}.`)
  return limit
}
