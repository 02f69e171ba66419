import { deleteUpload, listUploads } from '@portal/contract/files/files.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { call } from '../../lib/call.ts'
import { readDeletion, readUploads } from '../../lib/files.wire.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import type { DocumentsState } from './list-address.ts'
import { toParameters } from './list-parameters.ts'

/** A page of the documents list with the true total. */
export function uploadsQuery({ page, ...filters }: DocumentsState) {
  const query = { ...toParameters(filters), page, pageSize: PAGE_SIZE }
  return {
    queryKey: [...UPLOADS_KEY, query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      readUploads(await call(listUploads, { query, signal })),
  }
}

/** Moves a document to the recycle bin. */
export async function moveToBin(fileId: number) {
  return readDeletion(await call(deleteUpload, { params: { fileId } }))
}
