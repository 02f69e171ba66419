import type { AnswerOf } from '@portal/contract/endpoint.ts'
import type { listUploads } from '@portal/contract/files.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadsQuery } from './files.queries.ts'
import type { ListAddress } from './list-address.ts'

type Answer = AnswerOf<typeof listUploads>
export type ShownPage = Answer & { readonly page: number }

/**
 * The page that the address names. While it loads, or when it cannot be loaded, the page shown before stays in
 * `shown`, and `isOlder` says so.
 */
export function useUploads(address: ListAddress) {
  const query = useQuery(uploadsQuery(address))
  const [last, setLast] = useState<{ answer: Answer; page: number } | null>(null)
  if (query.data !== undefined && query.data !== last?.answer) {
    setLast({ answer: query.data, page: address.page })
  }
  const shown: ShownPage | null = last && { ...last.answer, page: last.page }
  return {
    shown,
    isOlder: shown !== null && (query.data === undefined || query.isError),
    isLoading: query.isFetching,
    hasFailed: query.isError && !query.isFetching,
    /** Pages of the list that the address names; null until known. */
    totalPages: query.data?.totalPages ?? last?.answer.totalPages ?? null,
    /** The last page there is, where the address names one past the end. */
    lastPageInstead:
      query.data !== undefined && pastTheEnd(query.data, address) ? Math.max(query.data.totalPages, 1) : null,
    refetch: query.refetch,
  }
}

function pastTheEnd({ files, totalPages }: Answer, { page }: ListAddress): boolean {
  return files.length === 0 && page > Math.max(totalPages, 1)
}
