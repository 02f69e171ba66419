import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../lib/call.ts'

/** The delay before the single retry of a read that failed because of an outage. */
const RETRY_DELAY_MS = 500

function isOutage(error: unknown): boolean {
  return error instanceof CallError && [0, 502, 503, 504].includes(error.status)
}

/** The cache of all reads. It logs failures (specification, section 8); the screen says what is missing. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => console.error(`Could not load ${queryKey.join(' ')}:`, error.message),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isOutage(error),
      retryDelay: RETRY_DELAY_MS,
    },
    mutations: { networkMode: 'always' },
  },
})
