import { listManagedCounties } from '@portal/contract/counties/counties.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { countiesQuery } from '../../lib/lookups.queries.ts'
import { useSettledSearch } from '../../lib/use-settled-search.ts'
import { readCountiesAddress, writeCountiesAddress, type CountyFilters } from './counties-address.ts'
import { COUNTIES_KEY, managedCountiesQuery } from './counties.queries.ts'

/** The list of counties that its address names. */
export function useCountiesScreen() {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const filters = readCountiesAddress(params)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(managedCountiesQuery(filters))
  const narrow = (change: Partial<CountyFilters>) =>
    setParams(writeCountiesAddress({ ...filters, ...change }))
  const search = useSettledSearch(filters.search, (text) => narrow({ search: text.trim() }))
  return {
    filters,
    search,
    narrow,
    counties: data ?? null,
    isStale: isPlaceholderData,
    isLoading: isFetching && error === null,
    failure: error === null ? null : failureText(error, listManagedCounties.fallback),
    reload: () => void refetch(),
    /** After a change: other screens choose among the counties too. */
    forget: async () => {
      await queryClient.invalidateQueries({ queryKey: COUNTIES_KEY })
      await queryClient.invalidateQueries({ queryKey: countiesQuery.queryKey })
    },
  }
}

export type CountiesScreen = ReturnType<typeof useCountiesScreen>
