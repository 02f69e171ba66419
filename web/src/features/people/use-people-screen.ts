import { listPeople } from '@portal/contract/people/people.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { useSettledSearch } from '../../lib/use-settled-search.ts'
import {
  readPeopleAddress,
  writePeopleAddress,
  type PeopleAddress,
  type PeopleFilters,
} from './people-address.ts'
import { PEOPLE_KEY, peopleQuery } from './people.queries.ts'

/** The list of people: the page that its address names, and the ways to another one. */
export function usePeopleScreen() {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const address = readPeopleAddress(params)
  const { filters } = address
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(peopleQuery(address))
  const show = (next: PeopleAddress) => setParams(writePeopleAddress(next))
  /** From the top again: a place is one of another list. */
  const narrow = (change: Partial<PeopleFilters>) =>
    show({ filters: { ...filters, ...change }, after: null, before: null })
  const search = useSettledSearch(filters.search, (text) => narrow({ search: text.trim() }))
  return {
    filters,
    search,
    narrow,
    page: data ?? null,
    isStale: isPlaceholderData,
    isLoading: isFetching && error === null,
    failure: error === null ? null : failureText(error, listPeople.fallback),
    goAfter: (place: string) => show({ filters, after: place, before: null }),
    goBefore: (place: string) => show({ filters, after: null, before: place }),
    goToTop: () => show({ filters, after: null, before: null }),
    reload: () => void refetch(),
    /** After a change: every page may show somebody else now. */
    forget: () => queryClient.invalidateQueries({ queryKey: PEOPLE_KEY }),
  }
}

export type PeopleScreen = ReturnType<typeof usePeopleScreen>
