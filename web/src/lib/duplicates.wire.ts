import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { findTwins, Duplicate, Duplicates } from '@portal/contract/files/duplicates.ts'
import { fieldsOf, rowsOf, type Loose } from './wire.ts'

function readDuplicate(row: Loose<Duplicate>): Duplicate {
  return {
    FileID: row.FileID ?? 0,
    FileName: row.FileName ?? '',
    UploadDate: row.UploadDate ?? '',
    UploadedBy: row.UploadedBy ?? '',
    CountyName: row.CountyName ?? null,
    ...(row.isInBin && { isInBin: true as const }),
  }
}

export function readDuplicates(answer: Loose<Duplicates>): Duplicates {
  const { total, files } = fieldsOf(answer)
  const read = rowsOf<Duplicate>(files).map(readDuplicate)
  return { total: total ?? read.length, files: read }
}

/** The duplicates of files, by the hash of their bytes. */
export function readDuplicatesByHash(answer: ResultOf<typeof findTwins>): ReadonlyMap<string, Duplicates> {
  const { twins } = fieldsOf(answer)
  return new Map(rowsOf(twins).map((row) => [row.sha256 ?? '', readDuplicates(row)]))
}
