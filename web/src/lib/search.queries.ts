import type { ResultOf } from '@portal/contract/endpoint.ts'
import { isProblem, MAX_QUERY_CHARACTERS, parseQuery } from '@portal/contract/search/query.ts'
import { searchAll } from '@portal/contract/search/search.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from './call.ts'

/** What matches a text that is being typed. A newer text aborts the call. */
export function searchQuery(text: string) {
  const q = text.trim().slice(0, MAX_QUERY_CHARACTERS)
  return queryOptions({
    queryKey: ['search', q] as const,
    queryFn: ({ signal }) => call(searchAll, { query: { q }, signal }),
    staleTime: 10_000,
  })
}

export type FoundOwners = ResultOf<typeof searchAll>['owners']

/** Milliseconds that the results of a search wait for the owners. */
const OWNERS_WAIT_MS = 1000

/** The owners that a search of documents names. There are none if they take too long, or if the call fails. */
export async function ownersNamedBy(client: QueryClient, text: string): Promise<FoundOwners> {
  if (!isPlain(text)) return []
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, OWNERS_WAIT_MS, null)
  const found = await Promise.race([client.ensureQueryData(searchQuery(text)), late]).catch(() => null)
  clearTimeout(timer)
  return found?.owners ?? []
}

/** Whether the search may be a name: it has words only, and no fields. */
function isPlain(text: string): boolean {
  const query = parseQuery(text)
  if (isProblem(query)) return false
  const { terms, year, after, before } = query
  return (
    terms.length > 0 &&
    terms.every(({ field, isExcluded }) => field === null && !isExcluded) &&
    [year, after, before].every((each) => each === undefined)
  )
}
