import { OTHER_UPLOAD, RESUMABLE_DAYS, SENDER_KEY } from '@portal/contract/files/resumable.ts'
import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { PersonContext } from '../../../records/context.ts'
import { mayDownload } from '../../../records/documents/documents.policy.ts'
import { findDocument, type DocumentRow } from '../../../records/documents/documents.repository.ts'
import type { Delivery } from '../../../records/intake/complete-intake.ts'
import type { IntakeFile } from '../../../records/intake/stage-file.ts'
import { findBySenderKeys, insertUpload } from '../../../records/intake/resumable/resumable.repository.ts'
import { requireDeclaredBytes } from '../../../records/intake/resumable/finish-upload.ts'
import { readDeclaredHash, requireSameUpload, SHA256 } from '../resumable/same-upload.ts'
import type { UploadFields } from './form/upload-form.ts'

const DAY_MS = 86_400_000

/** What a sender who may send again says about the upload, and all fields of its form. */
export type SenderKey = {
  readonly key: string
  readonly sha256: string | null
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Returns the sender's key of an upload; null without one.
 * @throws PortalError 400 for a key or a hash that is none, 409 for bytes other than the declared ones.
 */
export function readSenderKey(fields: UploadFields, file: IntakeFile): SenderKey | null {
  const { senderKey: key, sha256: text = '' } = fields
  if (key && !SENDER_KEY.test(key)) throw invalid('senderKey must be a key such as a UUID.')
  if (text && !SHA256.test(text)) throw invalid('sha256 must have 64 hexadecimal digits.')
  const known = new Map(Object.entries(fields).filter((field): field is [string, string] => !!field[1]))
  const sha256 = readDeclaredHash(known)
  requireDeclaredBytes({ fileName: file.name, sha256 }, file)
  return key ? { key, sha256, fields: known } : null
}

const invalid = (problem: string) => failure(REQUEST_INVALID, { values: { problem } })

/**
 * Records the key with the document, in its transaction: the calls that continue uploads then know it, and the same
 * file is never stored twice under it.
 * @throws PortalError 409 for a key that is in use.
 */
export function recordingKey(
  { clock }: PersonContext,
  { key, sha256 }: SenderKey,
  { file, draft, owner, senderOwner, corrects, uploadedBy }: Delivery,
): NonNullable<Delivery['alsoRecord']> {
  const begunAt = clock.now()
  return async (transaction, { id: documentId, county_id: countyId, description }) => {
    const isNew = await insertUpload(transaction, {
      ...draft,
      countyId,
      description,
      id: newStorageKey(),
      accountId: uploadedBy,
      senderKey: key,
      fileName: file.name,
      owner: owner?.link ?? null,
      namedPartyNumber: senderOwner?.partyNumber ?? null,
      correctsId: corrects?.documentId ?? null,
      size: file.size,
      sha256,
      begunAt,
      expiresAt: new Date(begunAt.getTime() + RESUMABLE_DAYS * DAY_MS),
      documentId,
    })
    if (!isNew) throw failure(OTHER_UPLOAD)
  }
}

/**
 * Returns the document that the same upload of this person already is; undefined if the key is new.
 * @throws PortalError 409 if the key belongs to other bytes or details, to an upload without a document, or to a
 * document that is deleted or that the person may no longer see.
 */
export async function findRepeated(
  { database, actor }: PersonContext,
  { key, fields }: SenderKey,
  file: IntakeFile,
): Promise<DocumentRow | undefined> {
  const { person } = actor
  const [known] = await findBySenderKeys(database.kysely, person.accountId, [key])
  if (known === undefined) return undefined
  const metadata = new Map([...fields, ['filename', file.name]])
  requireSameUpload(known, { size: file.size, metadata, person })
  const document =
    known.documentId === null ? undefined : await findDocument(database.kysely, known.documentId)
  const isTheirs =
    document?.deleted_at === null &&
    document.uploaded_by === person.accountId &&
    document.sha256.equals(file.sha256) &&
    mayDownload(person, document) === null
  if (!isTheirs) throw failure(OTHER_UPLOAD)
  return document
}
