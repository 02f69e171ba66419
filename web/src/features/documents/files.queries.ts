import { deleteUpload, listUploads } from '@portal/contract/files/files.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { call } from '../../lib/call.ts'
import { readDeletion, readUploads } from '../../lib/files.wire.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import type { DocumentsState } from './list-address.ts'

/** A page of the documents list with the true total. */
export function uploadsQuery(state: DocumentsState) {
  const { page, category, type, status, county } = state
  const query = {
    ...searchQuery(state),
    page,
    pageSize: PAGE_SIZE,
    categoryId: category ?? undefined,
    typeId: type ?? undefined,
    statusId: status ?? undefined,
    countyId: county ?? undefined,
  }
  return {
    queryKey: [...UPLOADS_KEY, query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      readUploads(await call(listUploads, { query, signal })),
  }
}

/** What a list without a search and without further filters leaves out. */
function searchQuery({ q, order, ...state }: DocumentsState) {
  const { from, to, year, user, owner, duplicates, unreadable, file } = state
  return {
    ...(q !== '' && { q, order }),
    ...(from !== '' && { receivedFrom: from }),
    ...(to !== '' && { receivedTo: to }),
    ...(year !== null && { appraisalYear: year }),
    ...(user !== '' && { uploadedBy: user }),
    ...(owner && { hasOwner: owner }),
    ...(duplicates && { duplicates }),
    ...(unreadable && { unreadable }),
    ...(file && { fileType: file }),
  }
}

/** Moves a document to the recycle bin. */
export async function moveToBin(fileId: number) {
  return readDeletion(await call(deleteUpload, { params: { fileId } }))
}
