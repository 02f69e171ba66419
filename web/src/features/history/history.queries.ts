import type { ResultOf } from '@portal/contract/endpoint.ts'
import { listHistory, listKindsOfActs } from '@portal/contract/history/history.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { addressCodec, cursor, day, id, text } from '../../ui/list-screen/address-codec.ts'

/** Milliseconds. A new release may add kinds of activity. */
const KINDS_STALE_TIME_MS = 5 * 60_000

/**
 * `/admin/history?person=ana@county.example&county=7&file=17&kind=document.binned&from=2026-04-01`; `before` is a
 * cursor.
 */
export const HISTORY_ADDRESS = addressCodec({
  person: text(),
  county: id(),
  file: id(),
  kind: text(/^[a-z_]+\.[a-z_]+$/u),
  from: day(),
  to: day(),
  before: cursor(/^\d{1,15}-\d{1,18}$/u),
})

export type HistoryPage = ResultOf<typeof listHistory>

export type HistoryState = ReturnType<typeof HISTORY_ADDRESS.read>['state']

/** The filters of a call. */
export function historyFilters({ person, county, file, kind, from, to }: HistoryState) {
  return {
    person: person || undefined,
    countyId: county ?? undefined,
    fileId: file ?? undefined,
    kind: kind || undefined,
    from: from || undefined,
    to: to || undefined,
  }
}

/** A page of activity, newest first. */
export function historyQuery(state: HistoryState) {
  const query = { ...historyFilters(state), before: state.before ?? undefined }
  return {
    queryKey: ['history', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(listHistory, { query, signal }),
    fallback: listHistory.fallback,
  }
}

export const kindsQuery = queryOptions({
  queryKey: ['history-kinds'],
  queryFn: ({ signal }) => call(listKindsOfActs, { signal }),
  staleTime: KINDS_STALE_TIME_MS,
})
