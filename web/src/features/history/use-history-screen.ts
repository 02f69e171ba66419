import { listHistory } from '@portal/contract/history/history.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { failureText } from '../../lib/failure-text.ts'
import { useSettledSearch } from '../../lib/use-settled-search.ts'
import {
  readDay,
  readFileNumber,
  readHistoryAddress,
  writeHistoryAddress,
  type HistoryAddress,
  type HistoryFilters,
} from './history-address.ts'
import { historyQuery } from './history.queries.ts'

/** What happened: the page that its address names, and the ways to another one. */
export function useHistoryScreen() {
  const [params, setParams] = useSearchParams()
  const address = readHistoryAddress(params)
  const { filters, before } = address
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(historyQuery(address))
  const show = (next: HistoryAddress) => setParams(writeHistoryAddress(next))
  /** From the newest again: a place is one of another list. */
  const narrow = (change: Partial<HistoryFilters>) =>
    show({ filters: { ...filters, ...change }, before: null })
  const person = useSettledSearch(filters.person, (text) => narrow({ person: text.trim() }))
  const file = useSettledSearch(filters.fileId === null ? '' : String(filters.fileId), (text) =>
    narrow({ fileId: readFileNumber(text) }),
  )
  const from = useSettledSearch(filters.from, (text) => narrow({ from: readDay(text) }))
  const to = useSettledSearch(filters.to, (text) => narrow({ to: readDay(text) }))
  return {
    filters,
    person,
    file,
    from,
    to,
    narrow,
    page: data ?? null,
    isStale: isPlaceholderData,
    isLoading: isFetching && error === null,
    failure: error === null ? null : failureText(error, listHistory.fallback),
    isAtNewest: before === null,
    goToOlder: (place: string) => show({ filters, before: place }),
    goToNewest: () => show({ filters, before: null }),
    reload: () => void refetch(),
  }
}

export type HistoryScreen = ReturnType<typeof useHistoryScreen>
