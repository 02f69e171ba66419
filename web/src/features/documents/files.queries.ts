import { deleteUpload, listUploads } from '@portal/contract/files/files.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import { call } from '../../lib/call.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readDeletion, readUploads, type UploadsPage } from '../../lib/files.wire.ts'
import { ownersNamedBy, type FoundOwners } from '../../lib/search.queries.ts'
import { UPLOADS_KEY } from '../../lib/uploads-key.ts'
import type { DocumentsState } from './list-address.ts'
import { toParameters } from './list-parameters.ts'

/** The owners are part of the page: if they arrived later, they would move its rows. */
export type DocumentsPage = UploadsPage & { readonly owners: FoundOwners }

/** A page of the documents list with the true total. A search asks for the list first, then for the owners it names. */
export function uploadsQuery({ page, ...filters }: DocumentsState) {
  const query = { ...toParameters(filters), page, pageSize: PAGE_SIZE }
  return {
    queryKey: [...UPLOADS_KEY, query],
    queryFn: async ({
      signal,
      client,
    }: {
      signal: AbortSignal
      client: QueryClient
    }): Promise<DocumentsPage> => {
      const uploads = readUploads(await call(listUploads, { query, signal }))
      return { ...uploads, owners: await ownersNamedBy(client, filters.q) }
    },
  }
}

/** Moves a document to the recycle bin. */
export async function moveToBin(fileId: number) {
  return readDeletion(await call(deleteUpload, { params: { fileId } }))
}
