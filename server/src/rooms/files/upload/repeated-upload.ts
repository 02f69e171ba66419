import { OTHER_UPLOAD, RESUMABLE_DAYS, SENDER_KEY } from '@portal/contract/files/resumable.ts'
import { REQUEST_INVALID } from '@portal/contract/common-errors.ts'
import { failure, PortalError } from '../../../engines/http/errors.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { PersonContext } from '../../../records/context.ts'
import { findDocument, type DocumentRow } from '../../../records/documents/documents.repository.ts'
import type { Delivery } from '../../../records/intake/complete-intake.ts'
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
 * @throws PortalError 400 for a key or a hash that is none.
 */
export function readSenderKey(fields: UploadFields): SenderKey | null {
  const { senderKey: key, sha256 = '' } = fields
  if (!key) return null
  if (!SENDER_KEY.test(key)) throw invalid('senderKey must be a key such as a UUID.')
  if (sha256 && !SHA256.test(sha256)) throw invalid('sha256 must have 64 hexadecimal digits.')
  const known = new Map(Object.entries(fields).filter((field): field is [string, string] => !!field[1]))
  return { key, sha256: readDeclaredHash(known), fields: known }
}

const invalid = (problem: string) => failure(REQUEST_INVALID, { values: { problem } })

/**
 * Records the key with the document, in its transaction: the calls that continue uploads then know it, and the same
 * file is never stored twice under it.
 * @throws PortalError 409 for bytes other than the declared ones, and for a key that is in use.
 */
export function recordingKey(
  { clock }: PersonContext,
  { key, sha256 }: SenderKey,
  { file, draft, owner, senderOwner, uploadedBy }: Delivery,
): NonNullable<Delivery['alsoRecord']> {
  requireDeclaredBytes({ fileName: file.name, sha256 }, file)
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
 * Returns the document that the same upload already is, if `error` says that its key is in use.
 * @throws `error` for anything else, and if the document is deleted.
 */
export async function findRepeated(
  { database, actor }: PersonContext,
  { key, fields }: SenderKey,
  { file }: Delivery,
  error: unknown,
): Promise<DocumentRow> {
  if (!(error instanceof PortalError) || error.code !== OTHER_UPLOAD.code) throw error
  const [known] = await findBySenderKeys(database.kysely, actor.person.accountId, [key])
  if (known?.documentId == null) throw error
  const metadata = new Map([...fields, ['filename', file.name]])
  requireSameUpload(known, { size: file.size, metadata, person: actor.person })
  const document = await findDocument(database.kysely, known.documentId)
  if (!document || document.deleted_at !== null) throw error
  return document
}
