import {
  AGENT_SEARCH_DEBOUNCE,
  AGENT_SUGGESTIONS,
  ORGANIZATION_SEARCH_DEBOUNCE,
  ORGANIZATION_SUGGESTIONS,
} from '@portal/contract/limits.ts'
import { listAgents, listOrganizations } from '@portal/contract/lookups.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { agentParty, organizationParty, type LinkKind, type Party } from './links.ts'

/** Milliseconds without a key before the typed text is searched for. */
export const SEARCH_DEBOUNCE: Record<LinkKind, number> = {
  owner: ORGANIZATION_SEARCH_DEBOUNCE,
  agent: AGENT_SEARCH_DEBOUNCE,
}

/** Milliseconds in which a term that is typed again is not asked again. */
const SUGGESTIONS_STAY_FRESH = 10_000

type Search = {
  readonly kind: LinkKind
  readonly term: string
  /** The document's; an organization of any county fits a document without one. */
  readonly countyId: number | null
}

/** Who matches a term best; asks nothing for none. */
export function suggestionsQuery({ kind, term, countyId }: Search) {
  return queryOptions({
    queryKey: ['suggestions', kind, countyId, term] as const,
    queryFn: ({ signal }): Promise<Party[]> =>
      kind === 'owner' ? organizations({ term, countyId }, signal) : agents(term, signal),
    staleTime: SUGGESTIONS_STAY_FRESH,
    enabled: term !== '',
  })
}

async function organizations(
  { term, countyId }: Pick<Search, 'term' | 'countyId'>,
  signal: AbortSignal,
): Promise<Party[]> {
  const query = { ...(countyId !== null && { county: String(countyId) }), term }
  const found = await call(listOrganizations, { query, signal })
  return found.slice(0, ORGANIZATION_SUGGESTIONS).map(organizationParty)
}

async function agents(term: string, signal: AbortSignal): Promise<Party[]> {
  return (await call(listAgents, { query: { term, limit: AGENT_SUGGESTIONS }, signal })).map(agentParty)
}
