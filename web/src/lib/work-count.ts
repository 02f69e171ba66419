import type { ResultOf } from '@portal/contract/endpoint.ts'
import { countWork } from '@portal/contract/work/my-work.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { UPLOADS_KEY } from './uploads-key.ts'

/** How often the count is asked for, in milliseconds. */
const COUNT_INTERVAL_MS = 60_000

const NONE = { assigned: 0, questions: 0 }

function workCountQuery(username: string) {
  return queryOptions({
    // Below the key of the list, because a save of a document may change it.
    queryKey: [...UPLOADS_KEY, 'work count', username],
    queryFn: ({ signal }) => call(countWork, { signal }),
    refetchInterval: COUNT_INTERVAL_MS,
    retry: false,
  })
}

/** How many files the person works on, and how many questions ask them; zero until they are counted. */
export function useWorkCount(username: string): ResultOf<typeof countWork> {
  return useQuery(workCountQuery(username)).data ?? NONE
}
