import { deleteUpload, listUploads } from '@portal/contract/files/files.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { UnreadableAnswer } from '../../lib/wire.ts'
import { readDeletion, readUploads } from '../../lib/files.wire.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import type { ListAddress } from './list-address.ts'

/** A page of the documents list with the true total. Other people change it, so it is never fresh. */
export function uploadsQuery({ page, filters }: ListAddress) {
  return queryOptions({
    queryKey: [...UPLOADS_KEY, page, filters],
    queryFn: async ({ signal }) =>
      readUploads(await call(listUploads, { query: { page, pageSize: PAGE_SIZE, ...filters }, signal })),
    staleTime: 0,
    // Rows that are no rows are nothing to try again: the screen fails.
    throwOnError: (error) => error instanceof UnreadableAnswer,
  })
}

/** Moves a document to the recycle bin. */
export async function moveToBin(fileId: number) {
  return readDeletion(await call(deleteUpload, { params: { fileId } }))
}
