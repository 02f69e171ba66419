import { FILE_CHANGED, OFFSET_MISMATCH, TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { failure, PortalError } from '../../../engines/http/errors.ts'
import {
  DamagedBytes,
  MissingBytes,
  newStorageKey,
  type StagedBytes,
} from '../../../engines/storage/storage.ts'
import type { Person } from '../../access/actor.ts'
import type { IntakeContext } from '../context.ts'
import { recordStaged } from '../../stored-files/bytes/stored-objects.repository.ts'
import type { DocumentRow } from '../../documents/documents.repository.ts'
import { completeIntake } from '../complete-intake.ts'
import { discardOnFailure, type IntakeFile } from '../stage-file.ts'
import { requireUploadFor } from '../upload-county.ts'
import type { QuotaReservation } from '../upload-quota.ts'
import type { WholePiece } from './append-bytes.ts'
import type { UploadLease } from './upload-lease.ts'
import {
  deletePiecesFrom,
  deletePieces,
  readPieces,
  recordPiece,
  type PieceRow,
} from './pieces.repository.ts'
import { removePiece, removeUnlessKnown } from './remove-piece.ts'
import { markRefused, markStored, markAwaitingSender, type ResumableRow } from './resumable.repository.ts'

export type Finishing = {
  /** The upload's owner, and the counties for which they may upload now. */
  readonly sender: Pick<Person, 'accountId' | 'counties' | 'rights'>
  /** The piece that contains the whole file, if it has just arrived. */
  readonly whole: WholePiece | null
  /** The reserved part of the sender's daily quota. */
  readonly reserved: QuotaReservation
}

/**
 * Turns a complete upload into a document, like any other upload. A rejection is final and is returned to later
 * requests. Other failures are retried when the sender asks again.
 * @throws PortalError as `completeIntake`; 403 if the county is no longer theirs; 409 if the upload was taken over, or
 * its bytes are lost.
 */
export async function finishUpload(
  context: IntakeContext,
  held: UploadLease,
  finishing: Finishing,
): Promise<DocumentRow> {
  const { whole } = finishing
  const arrivedAt = held.upload.lastByteAt ?? context.clock.now()
  try {
    const document = await makeDocument(context, held, { ...finishing, arrivedAt })
    void clearPieces(context, held, whole)
    return document
  } catch (error) {
    if (isRefusal(error)) {
      await markRefused(context.database.kysely, heldOf(held), error.toFailure())
      void clearPieces(context, held, whole)
    } else if (whole) {
      await noteWhole(context, held, { whole, arrivedAt })
    }
    throw error
  }
}

/**
 * Leaves a complete upload to its sender, whose access was refused after the last byte. They resume it once they have
 * access; no job makes a document of it without them. The upload then counts as having arrived when they resume it.
 */
export async function deferToSender(
  context: IntakeContext,
  held: UploadLease,
  whole: WholePiece | null,
): Promise<void> {
  await noteWhole(context, held, { whole, arrivedAt: context.clock.now() })
  await markAwaitingSender(context.database.kysely, heldOf(held))
}

const heldOf = ({ upload, holder }: UploadLease) => ({ id: upload.id, holder })

type Arrived = Pick<Finishing, 'whole'> & { readonly arrivedAt: Date }

async function makeDocument(
  context: IntakeContext,
  held: UploadLease,
  { sender, whole, reserved, arrivedAt }: Arrived & Finishing,
): Promise<DocumentRow> {
  const { upload } = held
  const { countyId, categoryId, typeId, description, owner, namedPartyNumber, correctsId } = upload
  requireUploadFor(sender, countyId)
  const file = { name: upload.fileName, ...(await stageWhole(context, held, whole)) }
  await discardOnFailure(context, file.key, async () => requireDeclaredBytes(upload, file))
  return completeIntake(context, {
    file,
    draft: { countyId, categoryId, typeId, description },
    owner: owner && { link: owner, by: sender },
    senderOwner: namedPartyNumber === null ? null : { partyNumber: namedPartyNumber, by: sender },
    corrects: correctsId === null ? null : { documentId: correctsId, by: sender },
    uploadedBy: sender.accountId,
    uploadedAt: arrivedAt,
    reserved,
    alsoRecord: async (transaction, document) => {
      if (!(await markStored(transaction, heldOf(held), document.id))) throw failure(TAKEN_OVER)
    },
  })
}

/** @throws PortalError 409 if the file changed on the sender's disk during the upload. */
export function requireDeclaredBytes(
  { fileName, sha256: declared }: Pick<ResumableRow, 'fileName' | 'sha256'>,
  { sha256 }: StagedBytes,
): void {
  if (declared !== null && declared !== sha256.toString('hex')) {
    throw failure(FILE_CHANGED, { values: { fileName } })
  }
}

type StagedFile = Omit<IntakeFile, 'name'>

/** Joins the pieces in the staging area for documents. */
async function stageWhole(
  context: IntakeContext,
  held: UploadLease,
  whole: WholePiece | null,
): Promise<StagedFile> {
  const { storage } = context
  // The upload is recorded as staged under this key.
  if (whole && (await storage.pieces.stage(whole.key))) return whole
  const key = newStorageKey()
  const pieces = whole
    ? [{ key: whole.key, startsAt: 0, size: whole.size }]
    : await readPieces(context.database.kysely, held.upload.id)
  return discardOnFailure(context, key, async () => {
    await recordStaged(context.database.kysely, key)
    return { key, ...(await stagePieces(context, held, { key, pieces })) }
  })
}

async function stagePieces(
  context: IntakeContext,
  held: UploadLease,
  { key, pieces }: { key: string; pieces: readonly PieceRow[] },
): Promise<StagedBytes> {
  const { storage, database, log } = context
  const { size } = held.upload
  let at = 0
  let isOverlapping = false
  async function* allBytes(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      isOverlapping = piece.startsAt < at
      if (piece.startsAt !== at) throw new MissingBytes(`The upload lacks its bytes from ${at} on.`)
      yield* (await storage.pieces.read(piece.key, piece.size)) as AsyncIterable<Buffer>
      at += piece.size
    }
    if (at !== size) throw new MissingBytes(`The upload lacks its bytes from ${at} on.`)
  }
  try {
    return await storage.stage(key, allBytes(), { largest: size })
  } catch (error) {
    if (!(error instanceof MissingBytes || error instanceof DamagedBytes)) throw error
    log.warn({ err: error }, 'Bytes of an unfinished upload are gone; its sender is asked for them again.')
    // No request records overlapping pieces. The second begins before `at`, so only a new start removes it.
    const lostFrom = isOverlapping ? 0 : at
    for (const lost of await deletePiecesFrom(database.kysely, heldOf(held), lostFrom))
      await removePiece(context, lost)
    throw failure(OFFSET_MISMATCH)
  }
}

/** Errors that would occur again on every attempt. */
function isRefusal(error: unknown): error is PortalError {
  if (!(error instanceof PortalError) || error.status >= 500 || error.status === 429) return false
  return ![TAKEN_OVER.code, OFFSET_MISMATCH.code].some((code) => code === error.code)
}

/**
 * Records the whole piece, so that nobody has to send it again. If that fails, the sender resumes from the pieces
 * recorded so far.
 */
async function noteWhole(
  context: IntakeContext,
  held: UploadLease,
  { whole, arrivedAt }: Arrived,
): Promise<void> {
  if (!whole) return
  const { database, log } = context
  try {
    await whole.makeLast()
    const row = { key: whole.key, startsAt: 0, size: whole.size, at: arrivedAt }
    const before = await readPieces(database.kysely, held.upload.id)
    if (!(await recordPiece(database.kysely, heldOf(held), row))) {
      await removeUnlessKnown(context, whole.key)
      return
    }
    // Small pieces whose bytes are also in this one.
    for (const { key } of before) if (key !== whole.key) await removePiece(context, key)
  } catch (error) {
    log.warn({ err: error }, 'An upload that arrived whole could not be noted.')
  }
}

/** Pieces that cannot be removed now are swept when the upload expires. */
async function clearPieces(
  context: IntakeContext,
  held: UploadLease,
  whole: WholePiece | null,
): Promise<void> {
  const { database, log } = context
  try {
    if (whole) await removePiece(context, whole.key)
    const pieces = await readPieces(database.kysely, held.upload.id)
    for (const { key } of pieces) await removePiece(context, key)
    if (pieces.length > 0) await deletePieces(database.kysely, held.upload.id)
  } catch (error) {
    log.warn({ err: error }, 'The pieces of an upload could not be removed yet.')
  }
}
