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
      kind === 'owner' ? organizations({ term, countyId }, signal) : agents({ term, countyId }, signal),
    staleTime: SUGGESTIONS_STALE_TIME_MS,
    enabled: term !== '',
  })
}

type SearchHere = Pick<Search, 'term' | 'countyId'>

const countyOf = ({ countyId }: SearchHere) => (countyId === null ? {} : { county: String(countyId) })

async function organizations(search: SearchHere, signal: AbortSignal): Promise<Party[]> {
  const query = { ...countyOf(search), term: search.term, facts: 'roll' as const }
  const found = await call(listOrganizations, { query, signal })
  return readOrganizations(found).slice(0, ORGANIZATION_SUGGESTIONS)
}

/** The county limits only the owners that are counted. */
async function agents(search: SearchHere, signal: AbortSignal): Promise<Party[]> {
  const query = { term: search.term, limit: AGENT_SUGGESTIONS, ...countyOf(search), facts: 'roll' as const }
  return readAgents(await call(listAgents, { query, signal }))
}
