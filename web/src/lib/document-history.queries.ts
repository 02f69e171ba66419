import {
  exportDocumentHistory,
  getDocumentHistory,
  getDocumentHistoryPdf,
  type HistoryKind,
} from '@portal/contract/history/document-history.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { apiUrl } from './api-base.ts'
import { call } from './call.ts'
import { UPLOADS_KEY } from './uploads-key.ts'

/** The history of a document in pages, newest first; of one group of events, or all of it. */
export function documentHistoryQuery(fileId: number, kind: HistoryKind | null) {
  return infiniteQueryOptions({
    // Below the key of the list, so that a save reloads it, too.
    queryKey: [...UPLOADS_KEY, 'history', fileId, kind],
    queryFn: ({ pageParam, signal }) =>
      call(getDocumentHistory, {
        params: { fileId },
        query: { kind: kind ?? undefined, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // While another group loads, the list keeps its height. Another document has a list of its own.
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

/** The address of a document's history as CSV. */
export function documentHistoryCsv(fileId: number): string {
  return apiUrl(exportDocumentHistory, { params: { fileId } })
}

/** The address of a document's history as PDF. */
export function documentHistoryPdf(fileId: number): string {
  return apiUrl(getDocumentHistoryPdf, { params: { fileId } })
}
