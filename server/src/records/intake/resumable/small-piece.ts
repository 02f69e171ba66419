import { OFFSET_MISMATCH } from '@portal/contract/files/resumable.ts'
import { buffer } from 'node:stream/consumers'
import { failure } from '../../../engines/http/errors.ts'
import { DamagedBytes, MissingBytes } from '../../../engines/storage/storage.ts'
import type { ActorContext } from '../../access/context.ts'
import type { UploadLease } from './upload-lease.ts'
import { deletePiecesFrom, type PieceRow } from './pieces.repository.ts'
import { removePiece } from './remove-piece.ts'

/**
 * Bytes below which the next bytes are merged into a piece. Each piece is a file and a row, so this limits an upload to
 * one piece per 256 KiB, however its sender splits it and however often the connection breaks.
 */
const SMALL_BYTES = 262_144

/** A piece that the next bytes extend. */
export type SmallPiece = PieceRow & { readonly bytes: Buffer }

/**
 * Returns the last piece of an upload if it is small; null if the next bytes start a new piece.
 * @throws PortalError 409 if the store lost it: the sender requests the offset and sends its bytes again.
 */
export async function readLastSmallPiece(
  context: ActorContext,
  { upload, holder }: UploadLease,
  last: PieceRow | null,
): Promise<SmallPiece | null> {
  // Nothing is merged into a piece that does not end where the received bytes do.
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
