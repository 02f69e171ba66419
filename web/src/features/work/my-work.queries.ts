import { listAssigned, listRejected } from '@portal/contract/work/my-work.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'

/** The files that the person works on, in pages, the last assigned first. */
export const assignedQuery = infiniteQueryOptions({
  // Below the key of the list, because a save of a document may change it.
  queryKey: [...UPLOADS_KEY, 'my work'],
  queryFn: ({ pageParam, signal }) =>
    call(listAssigned, { query: { before: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
})

export const rejectedQuery = queryOptions({
  queryKey: ['rejected uploads'],
  queryFn: ({ signal }) => call(listRejected, { signal }),
  staleTime: 0,
})
