import { RESUMABLE_NOT_FOUND, type ResumableUpload } from '@portal/contract/files/resumable.ts'
import { failure } from '../../../engines/http/errors.ts'
import { countyScope } from '../../../records/access/county.policy.ts'
import type { PersonContext } from '../../../records/context.ts'
import {
  findBySenderKeys,
  findOwnResumableUpload,
  findUnfinished,
  type ResumableRow,
} from '../../../records/intake/resumable/resumable.repository.ts'
import {
  findResumedDocuments,
  type ResumedDocument,
} from '../../../records/intake/resumable/resumed-documents.repository.ts'
import { askUpload, type UploadStatus } from './append.usecases.ts'

/** A caller with more unfinished uploads sees the newest. */
const MAX_LISTED = 1000

/** Lists the caller's unfinished uploads or, given sender keys, their uploads under these keys in any state. */
export async function listUploadsToResume(
  context: PersonContext,
  senderKeys: readonly string[] | undefined,
): Promise<ResumableUpload[]> {
  const { kysely } = context.database
  const { accountId } = context.actor.person
  const rows = senderKeys
    ? await findBySenderKeys(kysely, accountId, senderKeys)
    : await findUnfinished(kysely, accountId, MAX_LISTED)
  return tellUploads(context, rows)
}

/**
 * Returns one upload of the caller with its progress, and takes it over from other requests as `askUpload` does. A
 * refused upload is returned too, with its refusal and without progress.
 * @throws PortalError 404; 410 for an unfinished upload that has expired; as `askUpload`.
 */
export async function readUpload(
  context: PersonContext,
  id: string,
): Promise<{ upload: ResumableUpload; standing: UploadStatus | null }> {
  const own = { id, accountId: context.actor.person.accountId }
  const before = await findOwnResumableUpload(context.database.kysely, own)
  const standing = before?.state === 'refused' ? null : await askUpload(context, id)
  const after = await findOwnResumableUpload(context.database.kysely, own)
  const [upload] = await tellUploads(context, after ? [after] : [])
  if (!upload) throw failure(RESUMABLE_NOT_FOUND)
  return { upload, standing }
}

/** Converts uploads of the caller for the response, with their documents. */
async function tellUploads(
  { database, actor }: PersonContext,
  rows: readonly ResumableRow[],
): Promise<ResumableUpload[]> {
  const ids = rows.flatMap(({ documentId }) => documentId ?? [])
  const { accountId } = actor.person
  const scope = countyScope(actor.person)
  const documents = await findResumedDocuments(database.kysely, { accountId, scope }, ids)
  return rows.map((row) => toResumable(row, documents.get(row.documentId ?? 0)))
}

/** Converts one upload for the response to its sender. `document` is the document it became. */
function toResumable(upload: ResumableRow, document: ResumedDocument | undefined): ResumableUpload {
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
