import {
  AGENT_SEARCH_DEBOUNCE_MS,
  AGENT_SUGGESTIONS,
  ORGANIZATION_SEARCH_DEBOUNCE_MS,
  ORGANIZATION_SUGGESTIONS,
} from '@portal/contract/limits.ts'
import { listAgents, listOrganizations } from '@portal/contract/lookups/lookups.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { readAgents, readOrganizations } from './lookups.wire.ts'
import type { LinkKind, Party } from './parties.ts'

/** How long typing must pause before the text is searched for. */
export const SEARCH_DEBOUNCE_MS: Record<LinkKind, number> = {
  owner: ORGANIZATION_SEARCH_DEBOUNCE_MS,
  agent: AGENT_SEARCH_DEBOUNCE_MS,
}

/** How long the suggestions for a term are reused. */
const SUGGESTIONS_STALE_TIME_MS = 10_000

type Search = {
  readonly kind: LinkKind
  readonly term: string
  /** The document's county; for a document without a county, an organization of any county matches. */
  readonly countyId: number | null
}

/** The best matches for a term; without a term no request is sent. */
export function suggestionsQuery({ kind, term, countyId }: Search) {
  return queryOptions({
    queryKey: ['suggestions', kind, countyId, term] as const,
    queryFn: ({ signal }): Promise<Party[]> =>
      kind === 'owner' ? organizations({ term, countyId }, signal) : agents(term, signal),
    staleTime: SUGGESTIONS_STALE_TIME_MS,
    enabled: term !== '',
  })
}

async function organizations(
  { term, countyId }: Pick<Search, 'term' | 'countyId'>,
  signal: AbortSignal,
): Promise<Party[]> {
  const query = { ...(countyId !== null && { county: String(countyId) }), term }
  const found = await call(listOrganizations, { query, signal })
  return readOrganizations(found).slice(0, ORGANIZATION_SUGGESTIONS)
}

async function agents(term: string, signal: AbortSignal): Promise<Party[]> {
  return readAgents(await call(listAgents, { query: { term, limit: AGENT_SUGGESTIONS }, signal }))
}
