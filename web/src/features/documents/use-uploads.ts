import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadsPage } from '../../lib/files.wire.ts'
import { uploadsQuery } from './files.queries.ts'
import type { ListAddress } from './list-address.ts'

export type ShownPage = UploadsPage & { readonly page: number }

/**
 * The page at this address. While it loads, or if it cannot be loaded, the previous page stays in `shown` and `isOlder`
 * is set.
 */
export function useUploads(address: ListAddress) {
  const query = useQuery(uploadsQuery(address))
  const [last, setLast] = useState<{ uploads: UploadsPage; page: number } | null>(null)
  if (query.data !== undefined && query.data !== last?.uploads) {
    setLast({ uploads: query.data, page: address.page })
  }
  const shown: ShownPage | null = last && { ...last.uploads, page: last.page }
  return {
    shown,
    isOlder: shown !== null && (query.data === undefined || query.isError),
    isLoading: query.isFetching,
    hasFailed: query.isError && !query.isFetching,
    /** How many pages the list has; null until known. */
    totalPages: query.data?.totalPages ?? last?.uploads.totalPages ?? null,
    /** The last page there is, where the address names one past the end. */
    lastPageInstead:
      query.data !== undefined && pastTheEnd(query.data, address) ? Math.max(query.data.totalPages, 1) : null,
    refetch: query.refetch,
  }
}

function pastTheEnd({ files, totalPages }: UploadsPage, { page }: ListAddress): boolean {
  return files.length === 0 && page > Math.max(totalPages, 1)
}
