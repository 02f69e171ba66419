import { OFFSET_MISMATCH } from '@portal/contract/files/resumable.ts'
import { buffer } from 'node:stream/consumers'
import { failure } from '../../../engines/http/errors.ts'
import { DamagedBytes, MissingBytes } from '../../../engines/storage/storage.ts'
import type { ActorContext } from '../../access/context.ts'
import type { UploadLease } from './upload-lease.ts'
import { deletePiecesFrom, type PieceRow } from './pieces.repository.ts'
import { removePiece } from './remove-piece.ts'

/**
 * Bytes of a piece below which the next bytes join it: a piece is a file and a row, so an upload has no more of them than
 * one for each 256 KiB, however its sender cuts it and however often the line breaks.
 */
const SMALL_BYTES = 262_144

/** A piece to which the next bytes are added. */
export type SmallPiece = PieceRow & { readonly bytes: Buffer }

/**
 * The last piece of an upload where it is small; null where the next bytes begin a piece of their own.
 * @throws PortalError 409 where the store has lost it: its sender asks for the offset and brings its bytes again.
 */
export async function readLastSmallPiece(
  context: ActorContext,
  { upload, holder }: UploadLease,
  last: PieceRow | null,
): Promise<SmallPiece | null> {
  // Behind a piece that overlaps the one before it, nothing is joined.
  if (!last || last.size >= SMALL_BYTES || last.startsAt + last.size !== upload.received) return null
  try {
    return { ...last, bytes: await buffer(await context.storage.pieces.read(last.key, last.size)) }
  } catch (error) {
    if (!(error instanceof MissingBytes || error instanceof DamagedBytes)) throw error
    context.log.warn(
      { err: error },
      'Bytes of an unfinished upload are gone; its sender is asked for them again.',
    )
    const own = { id: upload.id, holder }
    for (const key of await deletePiecesFrom(context.database.kysely, own, last.startsAt))
      await removePiece(context, key)
    throw failure(OFFSET_MISMATCH)
  }
}
