import type { DeletedFile } from '@portal/contract/recycle-bin.ts'
import type { DocumentFacts } from '../files/files.policy.ts'
import type { Names } from '../lookups/dictionaries.ts'
import type { BinRow, LockedDocument } from './recycle-bin.repository.ts'

export function toDeletedFile(row: BinRow, names: Names): DeletedFile {
  return {
    FileID: row.id,
    FileName: row.file_name,
    DeletedAt: row.deleted_at?.toISOString() ?? '',
    CategoryName: names.categoryName(row.category_id),
    TypeName: names.typeName(row.type_id),
    Description: row.description,
    CountyName: names.countyName(row.county_id),
    DeletedByUsername: row.deleted_by_email,
  }
}

export function toFacts(document: LockedDocument): DocumentFacts {
  return { countyId: document.county_id, uploadedBy: document.uploaded_by }
}

/** What the audit record keeps of a document that is there no more: enough to recognize it by, should it come back. */
export function toRemains(document: LockedDocument): object {
  return {
    fileName: document.file_name,
    bytes: document.byte_size,
    sha256: document.sha256.toString('hex'),
    categoryId: document.category_id,
    typeId: document.type_id,
    description: document.description,
    uploadedAt: document.uploaded_at.toISOString(),
    uploadedBy: document.uploaded_by,
    deletedAt: document.deleted_at?.toISOString(),
    owners: document.owners,
    agents: document.agents,
  }
}
