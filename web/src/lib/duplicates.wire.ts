import type { AnswerOf } from '@portal/contract/endpoint.ts'
import type { findTwins, Twin, Twins } from '@portal/contract/files/duplicates.ts'
import { fieldsOf, rowsOf, type Loose } from './wire.ts'

function readTwin(row: Loose<Twin>): Twin {
  return {
    FileID: row.FileID ?? 0,
    FileName: row.FileName ?? '',
    UploadDate: row.UploadDate ?? '',
    UploadedBy: row.UploadedBy ?? '',
    CountyName: row.CountyName ?? null,
    ...(row.isInBin && { isInBin: true as const }),
  }
}

export function readTwins(answer: Loose<Twins>): Twins {
  const { total, files } = fieldsOf(answer)
  const read = rowsOf<Twin>(files).map(readTwin)
  return { total: total ?? read.length, files: read }
}

/** The twins of files by the hashes of their bytes. */
export function readTwinsByHash(answer: AnswerOf<typeof findTwins>): ReadonlyMap<string, Twins> {
  const { twins } = fieldsOf(answer)
  return new Map(rowsOf(twins).map((row) => [row.sha256 ?? '', readTwins(row)]))
}
