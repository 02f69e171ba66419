import type { Upload } from '@portal/contract/files/files.ts'
import type { Names } from '../../reference/dictionaries.ts'

/** A document as the database has it, without names. */
export type ListedDocument = {
  id: number
  file_name: string
  /** ISO 8601, UTC, milliseconds. */
  uploaded_at: string
  uploaded_by_email: string
  category_id: number
  type_id: number
  status_id: number
  county_id: number | null
  description: string
  /** The id of its correction. */
  corrected_by?: number | null
}

/** Converts a row of the documents list to its wire format, with both spellings where the specification has two. */
export function toUpload(row: ListedDocument, names: Names): Upload {
  const county = names.countyName(row.county_id)
  return {
    FileID: row.id,
    FileName: row.file_name,
    UploadDate: row.uploaded_at,
    UploadedBy: row.uploaded_by_email,
    AttachmentCategoryID: row.category_id,
    CategoryID: row.category_id,
    AttachmentTypeID: row.type_id,
    TypeID: row.type_id,
    Description: row.description,
    CountyID: row.county_id,
    County: county,
    CountyName: county,
    Status: names.statusText(row.status_id),
    StatusID: row.status_id,
  }
}

/** At least 0; the last page may be partly filled. */
export function totalPages(total: number, pageSize: number): number {
  return Math.ceil(total / pageSize)
}
