import { deleteUpload, listUploads } from '@portal/contract/files.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { ListAddress } from './list-address.ts'

/** Every page of the list; what changes a document calls them all stale. */
export const UPLOADS_KEY = ['files', 'uploads'] as const

/** A page of the documents list with the true total. Another person's work changes it, so it is never fresh. */
export function uploadsQuery({ page, filters }: ListAddress) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, page, filters],
    queryFn: ({ signal }) => call(listUploads, { query: { page, pageSize: PAGE_SIZE, ...filters }, signal }),
    staleTime: 0,
  })
}

/** Moves a document to the recycle bin. */
export function moveToBin(fileId: number) {
  return call(deleteUpload, { params: { fileId } })
}
