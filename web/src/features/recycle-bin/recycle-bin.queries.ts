import {
  deleteManyPermanently,
  deletePermanently,
  listDeletedFiles,
} from '@portal/contract/recycle-bin/recycle-bin.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { readBin, type Bin } from './recycle-bin.wire.ts'

/** The newest deletions with the true total. Other people change it, so it is never fresh. */
export const binQuery = queryOptions({
  queryKey: ['recycle-bin'],
  queryFn: async ({ signal }) => readBin(await call(listDeletedFiles, { signal })),
  staleTime: 0,
})

/** The bin without files that have just left it. */
export function withoutFiles(bin: Bin, gone: readonly number[]): Bin {
  const isGone = new Set(gone)
  const files = bin.files.filter(({ FileID }) => !isGone.has(FileID))
  return { files, total: bin.total - (bin.files.length - files.length) }
}

export function deleteOne(fileId: number) {
  return call(deletePermanently, { params: { fileId } })
}

export function deleteMany(ids: number[]) {
  return call(deleteManyPermanently, { body: { ids } })
}
