import type { Duplicate } from '@portal/contract/files/duplicates.ts'
import type { Names } from '../../../records/reference/dictionaries.ts'
import type { DuplicateRow } from './duplicates.repository.ts'

export function toTwin(row: DuplicateRow, names: Names): Duplicate {
  return {
    FileID: row.id,
    FileName: row.file_name,
    UploadDate: row.uploaded_at.toISOString(),
    UploadedBy: row.uploaded_by_email,
    CountyName: names.countyName(row.county_id),
    ...(row.deleted_at !== null && { isInBin: true as const }),
  }
}
