import { MAX_QUERY_CHARACTERS } from '@portal/contract/search/query.ts'
import { searchAll } from '@portal/contract/search/search.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** What matches a text that is being typed. A newer text aborts the call. */
export function searchQuery(text: string) {
  const q = text.trim().slice(0, MAX_QUERY_CHARACTERS)
  return queryOptions({
    queryKey: ['search', q] as const,
    queryFn: ({ signal }) => call(searchAll, { query: { q }, signal }),
    staleTime: 10_000,
  })
}
