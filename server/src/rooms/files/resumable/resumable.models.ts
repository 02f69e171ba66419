import type { ResumableUpload } from '@portal/contract/files/resumable.ts'
import type { ResumableRow } from '../../../records/intake/resumable/resumable.repository.ts'
import type { ResumedDocument } from '../../../records/intake/resumable/resumed-documents.repository.ts'

/** An upload as its sender is told of it; `document` is what it has become. */
export function toResumable(upload: ResumableRow, document: ResumedDocument | undefined): ResumableUpload {
  return {
    id: upload.id,
    senderKey: upload.senderKey,
    fileName: upload.fileName,
    size: upload.size,
    received: upload.received,
    declaredSha256: upload.sha256,
    state: upload.state,
    categoryId: upload.categoryId,
    typeId: upload.typeId,
    countyId: upload.countyId,
    description: upload.description,
    ownerNbr: upload.owner?.partyNumber ?? null,
    relationTypeId: upload.owner?.relationTypeId ?? null,
    begunAt: upload.begunAt.toISOString(),
    expiresAt: upload.expiresAt.toISOString(),
    refusal: upload.refusal,
    file: document
      ? {
          FileID: document.id,
          FileName: document.fileName,
          UploadDate: document.uploadedAt.toISOString(),
          size: document.size,
          sha256: document.sha256.toString('hex'),
        }
      : null,
  }
}
