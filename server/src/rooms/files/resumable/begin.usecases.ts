import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import {
  DAY_IS_FULL,
  FILE_EMPTY,
  FILE_NAME_MISSING,
  NOT_ACCEPTED,
} from '@portal/contract/files/upload-errors.ts'
import {
  MAX_REFUSED,
  RESUMABLE_DAYS,
  SENDER_KEY,
  TOO_MANY_UNFINISHED,
  TUS_HEADER_INVALID,
} from '@portal/contract/files/resumable.ts'
import type { Transaction } from 'kysely'
import { MEGABYTE } from '../../../engines/config/megabyte.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { PersonContext } from '../../../records/context.ts'
import { findDocument } from '../../../records/documents/documents.repository.ts'
import { cleanFileName } from '../../../records/documents/file-name.ts'
import { checkDraft, readDraft, type DocumentDraft } from '../../../records/intake/document-draft.ts'
import { readCorrects, requireCorrectable } from '../../../records/intake/correction.ts'
import { requireQuota } from '../../../records/intake/upload-quota.ts'
import { readOwner, requireOwner } from '../../../records/intake/named-owner.ts'
import { readSenderOwner, requireSenderOwner } from '../../../records/intake/sender-owner.ts'
import { requireOpenCounty } from '../../../records/intake/upload-county.ts'
import { tooLarge } from '../../../records/intake/stage-file.ts'
import {
  countUnfinished,
  deleteUploads,
  findBySenderKeys,
  deleteOldRefused,
  holdBeginning,
  insertUpload,
  type NewUpload,
  type ResumableRow,
} from '../../../records/intake/resumable/resumable.repository.ts'
import { countingRefused } from './refused-beginnings.ts'
import { mayRestart, readDeclaredHash, requireSameUpload } from './same-upload.ts'

const DAY_MS = 86_400_000
/** Per account. Each unfinished upload costs a row and the bytes that arrived. */
const MAX_UNFINISHED = 2000

type Begun = {
  readonly id: string
  /** Whether the sender had already begun it under the same key. */
  readonly isKnown: boolean
  readonly expiresAt: Date
}

/**
 * Begins an upload, or finds the one that its sender has begun under the same key, so that a lost response causes no
 * second upload. Makes every check that is possible before the bytes arrive.
 * @throws PortalError 400, 403, 413, 415 and 429 with a sentence; 409 for a closed county, and for a key of another
 * upload.
 */
export async function beginUpload(context: PersonContext, { size, metadata }: Described): Promise<Begun> {
  const { database, actor, clock } = context
  const { accountId } = actor.person
  const senderKey = readSenderKey(metadata)
  const [known] = senderKey ? await findBySenderKeys(database.kysely, accountId, [senderKey]) : []
  if (known) {
    requireSameUpload(known, { size, metadata, person: actor.person })
    const isOver = mayRestart(known, clock.now()) || (await isDocumentGone(context, known))
    if (!isOver) return { ...known, isKnown: true }
  }
  return countingRefused(context, () => beginNew(context, { size, metadata, senderKey, replaced: known?.id }))
}

/** Whether the document of an upload is deleted or in the bin. Such a document does not prove a filing. */
async function isDocumentGone(
  { database }: PersonContext,
  { documentId }: Pick<ResumableRow, 'documentId'>,
): Promise<boolean> {
  if (documentId === null) return false
  const document = await findDocument(database.kysely, documentId)
  return document === undefined || document.deleted_at !== null
}

type New = Described & {
  readonly senderKey: string | null
  /** The upload under the same key that was refused, expired or lost its document. The new one replaces it. */
  readonly replaced: string | undefined
}

async function beginNew(
  context: PersonContext,
  { size, metadata, senderKey, replaced }: New,
): Promise<Begun> {
  const { database, lockLimiter, actor, clock } = context
  const { accountId } = actor.person
  const fileName = readFileName(context, { metadata, size })
  const { draft, ...links } = await readSound(context, metadata)
  await requireQuota(context, { countyId: draft.countyId }, size)
  const begunAt = clock.now()
  const expiresAt = new Date(begunAt.getTime() + RESUMABLE_DAYS * DAY_MS)
  const id = newStorageKey()
  const sha256 = readDeclaredHash(metadata)
  const upload = { ...draft, ...links, id, accountId, senderKey, fileName, size, sha256, begunAt, expiresAt }
  const begin = () =>
    database.kysely.transaction().execute(async (transaction) => {
      await holdBeginning(transaction, accountId)
      await requireRoom(context, transaction, size)
      await deleteOldRefused(transaction, accountId, MAX_REFUSED)
      if (replaced !== undefined) await deleteUploads(transaction, [replaced])
      return insertUpload(transaction, upload)
    })
  const isNew = await lockLimiter.run(accountId, begin)
  if (isNew) return { id, isKnown: false, expiresAt }
  // A concurrent request has begun the same upload.
  const [other] = await findBySenderKeys(database.kysely, accountId, [senderKey ?? ''])
  if (!other) throw new Error('An upload was begun under this key and is not there.')
  requireSameUpload(other, { size, metadata, person: actor.person })
  return { ...other, isKnown: true }
}

function readSenderKey(metadata: ReadonlyMap<string, string>): string | null {
  const key = metadata.get('senderKey')
  if (key === undefined) return null
  if (!SENDER_KEY.test(key)) throw failure(TUS_HEADER_INVALID, { values: { header: 'Upload-Metadata' } })
  return key
}

type Described = { readonly metadata: ReadonlyMap<string, string>; readonly size: number }

function readFileName({ settings }: PersonContext, { metadata, size }: Described): string {
  const fileName = cleanFileName(metadata.get('filename') ?? '')
  if (fileName === null) throw failure(FILE_NAME_MISSING)
  if (!acceptedExtension(fileName)) throw failure(NOT_ACCEPTED, { values: { fileName } })
  if (size === 0) throw failure(FILE_EMPTY, { values: { fileName } })
  if (size > settings.maxUploadBytes) throw tooLarge(settings, fileName)
  return fileName
}

async function readSound(
  context: PersonContext,
  metadata: ReadonlyMap<string, string>,
): Promise<{ draft: DocumentDraft } & Pick<NewUpload, 'owner' | 'namedPartyNumber' | 'correctsId'>> {
  const { actor, dictionaries } = context
  const fields = Object.fromEntries(metadata)
  const draft = readDraft(actor.person, fields)
  const owner = readOwner(fields)
  const names = await dictionaries.names([draft.countyId])
  const sound = checkDraft(names, draft)
  await requireOpenCounty(context, sound.countyId)
  if (owner) await requireOwner(context, { link: owner, by: actor.person }, { ...sound, names })
  const namedPartyNumber = readSenderOwner(fields)
  if (namedPartyNumber !== null) {
    const named = { partyNumber: namedPartyNumber, by: actor.person }
    await requireSenderOwner(context.database.kysely, named, sound.countyId)
  }
  const correctsId = readCorrects(fields)
  if (correctsId !== null) {
    const corrects = { documentId: correctsId, by: actor.person }
    await requireCorrectable(context.database.kysely, corrects, sound.countyId)
  }
  return { draft: sound, owner, namedPartyNumber, correctsId }
}

/** Unfinished uploads fill the store as documents do, but count against the daily quota only as documents. */
async function requireRoom(
  { actor, settings }: PersonContext,
  transaction: Transaction<DB>,
  size: number,
): Promise<void> {
  const { uploads, bytes } = await countUnfinished(transaction, actor.person.accountId)
  if (uploads >= MAX_UNFINISHED) throw failure(TOO_MANY_UNFINISHED)
  const { uploadBytesPerDay: most, rateLimit } = settings
  if (most === null || !rateLimit || bytes + size <= most) return
  throw failure(DAY_IS_FULL, { values: { megabytes: most / MEGABYTE } })
}
