import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { ListedUpload, listUploads, Upload, uploadFile } from '@portal/contract/files/files.ts'
import { fieldsOf, rowsOf, type Loose } from './wire.ts'

/** A page of the list. The total is null for the specification's response, which has none. */
export type UploadsPage = {
  readonly files: readonly ListedUpload[]
  readonly totalPages: number
  readonly total: number | null
  /** Whether there are more than `total`. */
  readonly hasMore: boolean
  /** How a search was answered; null for a list without a search. */
  readonly search: SearchOutcome | null
}

export type SearchOutcome = NonNullable<ResultOf<typeof listUploads>['search']>

/** Both spellings of a field in the specification (section 3) mean the same; either may be missing. */
function readUpload(row: Loose<Upload>): Upload {
  const categoryId = row.CategoryID ?? row.AttachmentCategoryID ?? 0
  const typeId = row.TypeID ?? row.AttachmentTypeID ?? 0
  const county = row.County || row.CountyName || null
  return {
    FileID: row.FileID ?? 0,
    FileName: row.FileName ?? '',
    UploadDate: row.UploadDate ?? '',
    UploadedBy: row.UploadedBy ?? '',
    AttachmentCategoryID: categoryId,
    CategoryID: categoryId,
    AttachmentTypeID: typeId,
    TypeID: typeId,
    Description: row.Description ?? '',
    CountyID: row.CountyID ?? null,
    County: county,
    CountyName: county,
    Status: row.Status ?? '',
    StatusID: row.StatusID ?? 0,
  }
}

export function readUploads(answer: ResultOf<typeof listUploads>): UploadsPage {
  const { files, totalPages, total, isTotalExact, search } = fieldsOf(answer)
  return {
    files: rowsOf(files).map((row) => ({
      ...readUpload(row),
      ...(row.CorrectedBy && { CorrectedBy: row.CorrectedBy }),
      ...(row.hit && { hit: row.hit }),
    })),
    totalPages: totalPages ?? 1,
    total: total ?? null,
    hasMore: isTotalExact === false,
    search: search ?? null,
  }
}

/** The record of a stored file; null if the response has none, which the specification allows. */
export function readStored(answer: ResultOf<typeof uploadFile>): Upload | null {
  const { file } = fieldsOf(answer)
  return file ? readUpload(file) : null
}

/** A deletion has succeeded only if the response has its success flag; otherwise the response may give the reason. */
export type DeletionAnswer = { readonly isDone: boolean; readonly error: string | null }

export function readDeletion(answer: unknown): DeletionAnswer {
  const { success, error } = fieldsOf(answer as { success?: unknown; error?: unknown })
  return {
    isDone: success === true,
    error: typeof error === 'string' && error.trim() !== '' ? error : null,
  }
}
