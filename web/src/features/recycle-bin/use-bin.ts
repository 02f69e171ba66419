import { useQuery, useQueryClient } from '@tanstack/react-query'
import { loadFailureText } from './bin-texts.ts'
import { binQuery, withoutFiles } from './recycle-bin.queries.ts'

/** What lies in the bin. Rows from before stay, and `isOlder` says so, while new ones cannot be loaded. */
export function useBin() {
  const queryClient = useQueryClient()
  const { data, error, isError, isFetching, refetch } = useQuery(binQuery)
  return {
    shown: data ?? null,
    isLoading: isFetching,
    isOlder: isError && data !== undefined,
    failure: isError && !isFetching ? loadFailureText(error) : null,
    refetch,
    /** Removes files that have left the bin from the screen, at once. */
    remove: (gone: readonly number[]) =>
      queryClient.setQueryData(binQuery.queryKey, (before) => before && withoutFiles(before, gone)),
    /** After a change: loads the bin again. */
    reload: () => queryClient.invalidateQueries({ queryKey: binQuery.queryKey }),
  }
}

export type BinOnScreen = ReturnType<typeof useBin>
