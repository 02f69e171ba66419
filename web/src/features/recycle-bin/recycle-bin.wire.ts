import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { DeletedFile, listDeletedFiles } from '@portal/contract/recycle-bin/recycle-bin.ts'
import { fieldsOf, rowsOf, type Loose } from '../../lib/wire.ts'

/** The newest deletions; `total` also counts those not shown. */
export type Bin = { readonly files: readonly DeletedFile[]; readonly total: number }

function readDeletedFile(row: Loose<DeletedFile>): DeletedFile {
  return {
    FileID: row.FileID ?? 0,
    FileName: row.FileName ?? '',
    DeletedAt: row.DeletedAt ?? '',
    CategoryName: row.CategoryName ?? '',
    TypeName: row.TypeName ?? '',
    Description: row.Description ?? '',
    CountyName: row.CountyName || null,
    DeletedByUsername: row.DeletedByUsername ?? '',
  }
}

/** The specification's response has no total, and its rows have no file name: then the rows are all there are. */
export function readBin(answer: ResultOf<typeof listDeletedFiles>): Bin {
  const { files: rows, total } = fieldsOf(answer)
  const files = rowsOf(rows).map(readDeletedFile)
  return { files, total: total ?? files.length }
}
