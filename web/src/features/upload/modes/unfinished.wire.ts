import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { listResumable, ResumableUpload } from '@portal/contract/files/resumable.ts'
import { fieldsOf, rowsOf } from '../../../lib/wire.ts'

/** An upload that broke off, as its sender sees it. */
export type UnfinishedUpload = Pick<
  ResumableUpload,
  'id' | 'fileName' | 'size' | 'received' | 'declaredSha256' | 'countyId' | 'begunAt' | 'expiresAt'
>

export function readUnfinished(answer: ResultOf<typeof listResumable>): readonly UnfinishedUpload[] {
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
