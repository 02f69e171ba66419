import {
  deleteManyPermanently,
  deletePermanently,
  listDeletedFiles,
} from '@portal/contract/recycle-bin/recycle-bin.ts'
import { call } from '../../lib/call.ts'
import { readBin, type Bin } from './recycle-bin.wire.ts'

const BIN_KEY = ['recycle-bin'] as const

/** The newest deletions with the true total, of one county or of all. */
export function binQuery(countyId: number | null = null) {
  const query = { countyId: countyId ?? undefined }
  return {
    queryKey: [...BIN_KEY, countyId],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      readBin(await call(listDeletedFiles, { query, signal })),
    fallback: listDeletedFiles.fallback,
  }
}

/** The bin without files that just left it. */
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
