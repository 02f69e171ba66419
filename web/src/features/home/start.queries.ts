import type { ResultOf } from '@portal/contract/endpoint.ts'
import { getStart } from '@portal/contract/start/start.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'

export type StartPage = ResultOf<typeof getStart>
/** A part of the page that has arrived. */
export type StartPart<Name extends keyof StartPage> = NonNullable<StartPage[Name]>

/** What waits for the user, in one county or in all of theirs. A change of a document makes it outdated. */
export function startQuery(county: number | null) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, 'start', county],
    queryFn: ({ signal }) => call(getStart, { query: { county: county ?? undefined }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
