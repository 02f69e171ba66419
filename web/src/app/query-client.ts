import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../lib/call.ts'

/** Milliseconds before the one further try of a reading call that an outage has met. */
const RETRY_AFTER = 500

function isOutage(error: unknown): boolean {
  return error instanceof CallError && [0, 502, 503, 504].includes(error.status)
}

/** Answers of reading calls. A failure is logged (specification, section 8); the screen says what is missing. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => console.error(`Could not load ${queryKey.join(' ')}:`, error.message),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isOutage(error),
      retryDelay: RETRY_AFTER,
    },
    mutations: { networkMode: 'always' },
  },
})
