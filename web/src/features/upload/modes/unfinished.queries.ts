import { listResumable, type ResumableUpload } from '@portal/contract/files/resumable.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import { fieldsOf, rowsOf } from '../../../lib/wire.ts'

/** An unfinished upload as its sender sees it. */
export type UnfinishedUpload = Pick<
  ResumableUpload,
  'id' | 'fileName' | 'size' | 'received' | 'declaredSha256' | 'countyId' | 'begunAt' | 'expiresAt'
>

/** The user's own unfinished uploads, newest first. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished uploads'],
  queryFn: async ({ signal }) => readUnfinished(await call(listResumable, { signal })),
  staleTime: 0,
})

function readUnfinished(answer: ResultOf<typeof listResumable>): readonly UnfinishedUpload[] {
  return rowsOf(fieldsOf(answer).uploads).map((row) => ({
    id: row.id ?? '',
    fileName: row.fileName ?? '',
    size: row.size ?? 0,
    received: row.received ?? 0,
    declaredSha256: row.declaredSha256 ?? null,
    countyId: row.countyId ?? null,
    begunAt: row.begunAt ?? '',
    expiresAt: row.expiresAt ?? '',
  }))
}
