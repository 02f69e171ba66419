import { countRequests } from '@portal/contract/requests/requests.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { PATHS } from './paths.ts'

const REQUEST_COUNTS = 'request counts'

/** How often the counts are asked for, in milliseconds. */
const COUNT_INTERVAL_MS = 60_000

function requestCountsQuery(username: string) {
  return queryOptions({
    queryKey: [REQUEST_COUNTS, username],
    queryFn: ({ signal }) => call(countRequests, { signal }),
    refetchInterval: COUNT_INTERVAL_MS,
    retry: false,
  })
}

/** How much waits for a decision of the person, by the path of its screen; zero until it is counted. */
export function useRequestCounts(username: string): ReadonlyMap<string, number> {
  const { data } = useQuery(requestCountsQuery(username))
  return new Map([
    [PATHS.mailbox, data?.mails ?? 0],
    [PATHS.virusChecks, data?.virusChecks ?? 0],
    [PATHS.dropFolder, data?.droppedFiles ?? 0],
  ])
}

/** Returns a function that counts again, for a screen that closes a request. */
export function useRecount(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [REQUEST_COUNTS] })
}
