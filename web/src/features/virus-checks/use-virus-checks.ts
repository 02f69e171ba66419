import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../lib/failure-text.ts'
import { FALLBACKS } from './check-texts.ts'
import { virusChecksQuery, withoutFile } from './virus-checks.queries.ts'

/** What was not found clean. A failure stands until a look has succeeded, also while the next look is on its way. */
export function useVirusChecks() {
  const queryClient = useQueryClient()
  const { data, error, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = useQuery(virusChecksQuery)
  // The query itself forgets its failure when it looks again.
  const [lastError, setLastError] = useState(error)
  if (error !== null && error !== lastError) setLastError(error)
  const hasFailed = error !== null || errorUpdatedAt > dataUpdatedAt
  return {
    shown: data ?? null,
    isLoading: isFetching && !hasFailed,
    failure: hasFailed ? failureText(lastError, FALLBACKS.load) : null,
    reload: () => void refetch(),
    /** Takes a file that is gone off the screen, at once. */
    remove: (key: string) =>
      queryClient.setQueryData(virusChecksQuery.queryKey, (before) => before && withoutFile(before, key)),
  }
}
