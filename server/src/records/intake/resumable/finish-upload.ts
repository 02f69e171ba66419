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
  /** Whose an upload is, and where they may bring documents by now. */
  readonly sender: Pick<Person, 'accountId' | 'counties' | 'rights'>
  /** The piece that is all of it, if that has just come. */
  readonly whole: WholePiece | null
  /** Of the daily quota of the sender. */
  readonly reserved: QuotaReservation
}

/**
 * Makes an upload of which all is here a document, as any other upload. One that is refused stays refused, and says so to
 * who asks again; what fails otherwise is tried again when its sender asks for it.
 * @throws PortalError as `completeIntake`; 403 for another county than theirs by now; 409 for who lost the upload, or where
 * bytes are gone.
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
 * Leaves an upload of which all is here to its sender, who was not let in again once it was: they go on where they are let
 * in, and nobody makes a document of it without them. It then has arrived at that moment.
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
  const { countyId, categoryId, typeId, description, owner } = upload
  requireUploadFor(sender, countyId)
  const file = { name: upload.fileName, ...(await stageWhole(context, held, whole)) }
  await discardOnFailure(context, file.key, async () => requireDeclaredBytes(upload, file))
  return completeIntake(context, {
    file,
    draft: { countyId, categoryId, typeId, description },
    owner: owner && { link: owner, by: sender },
    uploadedBy: sender.accountId,
    uploadedAt: arrivedAt,
    reserved,
    alsoRecord: async (transaction, document) => {
      if (!(await markStored(transaction, heldOf(held), document.id))) throw failure(TAKEN_OVER)
    },
  })
}

/** @throws PortalError 409 for a file that was changed on its sender's disk while it was under way. */
function requireDeclaredBytes({ fileName, sha256: declared }: ResumableRow, { sha256 }: StagedBytes): void {
  if (declared !== null && declared !== sha256.toString('hex')) {
    throw failure(FILE_CHANGED, { values: { fileName } })
  }
}

type StagedFile = Omit<IntakeFile, 'name'>

/** Puts the pieces together where documents are staged. */
async function stageWhole(
  context: IntakeContext,
  held: UploadLease,
  whole: WholePiece | null,
): Promise<StagedFile> {
  const { storage } = context
  // Its place was noted under its own key.
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
  async function* allBytes(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      // One may begin within the one before it, where that was noted once more after it had been taken over.
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
    for (const lost of await deletePiecesFrom(database.kysely, heldOf(held), at))
      await removePiece(context, lost)
    throw failure(OFFSET_MISMATCH)
  }
}

/** What would be refused again, however often it were sent. */
function isRefusal(error: unknown): error is PortalError {
  if (!(error instanceof PortalError) || error.status >= 500 || error.status === 429) return false
  return ![TAKEN_OVER.code, OFFSET_MISMATCH.code].some((code) => code === error.code)
}

/** So that nobody has to send it again. What cannot be noted now is sent again from what was noted on the way. */
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
    // A small piece whose bytes are in this one.
    for (const { key } of before) if (key !== whole.key) await removePiece(context, key)
  } catch (error) {
    log.warn({ err: error }, 'An upload that arrived whole could not be noted.')
  }
}

/** What cannot be removed now is swept when the days of the upload are over. */
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
