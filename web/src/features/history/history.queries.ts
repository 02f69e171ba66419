import {
  exportHistory,
  listHistory,
  listKindsOfActs,
  type KindOfAct,
} from '@portal/contract/history/history.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiUrl } from '../../lib/api-base.ts'
import { call } from '../../lib/call.ts'
import { rowsOf, UnreadableAnswer } from '../../lib/wire.ts'
import type { HistoryAddress, HistoryFilters } from './history-address.ts'
import { readHistory } from './history.wire.ts'

/** A release may bring new kinds of acts. */
const KINDS_STALE_TIME_MS = 5 * 60_000

function queryOf({ person, countyId, fileId, kind, from, to }: HistoryFilters) {
  return {
    person: person || undefined,
    countyId: countyId ?? undefined,
    fileId: fileId ?? undefined,
    kind: kind || undefined,
    from: from || undefined,
    to: to || undefined,
  }
}

/** A page of what happened; more does all the time, so it is never fresh. */
export function historyQuery({ filters, before }: HistoryAddress) {
  const query = { ...queryOf(filters), before: before ?? undefined }
  return queryOptions({
    queryKey: ['history', query],
    queryFn: async ({ signal }) => readHistory(await call(listHistory, { query, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
    throwOnError: (error) => error instanceof UnreadableAnswer,
  })
}

export const kindsQuery = queryOptions({
  queryKey: ['history', 'kinds'],
  queryFn: async ({ signal }) => rowsOf(await call(listKindsOfActs, { signal })) as readonly KindOfAct[],
  staleTime: KINDS_STALE_TIME_MS,
})

/** Where the browser gets all that the filters leave, as CSV. */
export function csvAddress(filters: HistoryFilters): string {
  return apiUrl(exportHistory, { query: queryOf(filters) })
}
