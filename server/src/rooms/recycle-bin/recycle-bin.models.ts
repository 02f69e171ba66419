import type { DeletedFile } from '@portal/contract/recycle-bin/recycle-bin.ts'
import type { Names } from '../../records/reference/dictionaries.ts'
import type { BinRow } from './recycle-bin.repository.ts'

export function toDeletedFile(row: BinRow, names: Names): DeletedFile {
  return {
    FileID: row.id,
    FileName: row.file_name,
    DeletedAt: row.deleted_at?.toISOString() ?? '',
    CategoryName: names.categoryName(row.category_id),
    TypeName: names.typeName(row.type_id),
    Description: row.description,
    CountyName: names.countyName(row.county_id),
    DeletedByUsername: row.deleted_by_email ?? '',
  }
}
