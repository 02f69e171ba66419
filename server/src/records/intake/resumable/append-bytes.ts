import { UPLOAD_TOO_LONG, TAKEN_OVER } from '@portal/contract/files/resumable.ts'
import { failure, PortalError } from '../../../engines/http/errors.ts'
import { newStorageKey, type WrittenPiece } from '../../../engines/storage/storage.ts'
import type { PersonContext } from '../../access/context.ts'
import { gateUntilRegistered } from '../stage-file.ts'
import type { UploadPermit } from '../upload-permit.ts'
import { limitStream, StreamSplitter } from './arriving-bytes.ts'
import type { UploadLease } from './upload-lease.ts'
import { deletePiecesFrom, recordPiece, type PieceRow } from './pieces.repository.ts'
import { removePiece, removeUnlessKnown } from './remove-piece.ts'
import { readLastSmallPiece, type SmallPiece } from './small-piece.ts'

/** Inspects bytes as they pass. */
export type Checksum = {
  add(chunk: Buffer): void
  /**
   * Call it after the last byte.
   * @throws PortalError if the bytes differ from those that were sent.
   */
  confirm(): void
}

/** The next bytes of an upload, which follow those already received. */
export type ArrivingBytes = {
  readonly bytes: AsyncIterable<Buffer>
  readonly permit: Pick<UploadPermit, 'register' | 'unregister'>
  readonly checksum: Checksum | null
  /** The last stored piece of the upload. */
  readonly last: PieceRow | null
}

/** A piece that contains the whole file and is not yet recorded in the database. */
export type WholePiece = WrittenPiece & { readonly key: string }

/** The bytes received so far. `whole` is set if the upload came in one piece, which the caller must record. */
export type Appended = { readonly received: number; readonly whole: WholePiece | null }

/**
 * Appends bytes to an upload that the caller holds. If the connection breaks, the bytes received so far stay. They do
 * not stay if they have a checksum or if the sender sent more than announced.
 * @throws PortalError for too many bytes, a wrong checksum, or an upload that was taken over; the error of the stream;
 * ENOSPC.
 */
export async function appendBytes(
  context: PersonContext,
  held: UploadLease,
  { bytes, permit, checksum, last }: ArrivingBytes,
): Promise<Appended> {
  const { upload, signal } = held
  const small = await readLastSmallPiece(context, held, last)
  const firstKey = newStorageKey()
  const broken = new AbortController()
  const registered = permit.register(firstKey, broken.signal)
  registered.catch(() => undefined)
  const largest = upload.size - upload.received
  const bounded = limitStream(bytes, { largest, signal, onChunk: checksum?.add.bind(checksum) })
  const pieces = new Pieces(context, held, { isChecked: checksum !== null, firstKey, small })
  let whole: WholePiece | null = null
  try {
    whole = await pieces.take(new StreamSplitter(behind(small, gateUntilRegistered(bounded, registered))))
    checksum?.confirm()
    // This includes bytes of an upload that gets no permit: the sender may already know that some were received.
    await pieces.noteChecked()
    await registered
    if (whole) {
      if (small) await removeUnlessKnown(context, small.key)
      return { received: whole.size, whole }
    }
  } catch (error) {
    broken.abort(error)
    // Its row must be there before the permit is released, or it would count after that.
    await registered.catch(() => undefined)
    await pieces.removeUnnoted()
    if (isOverrun(error)) await pieces.takeBack()
    if (whole) await removeUnlessKnown(context, whole.key)
    throw error
  }
  await permit.unregister()
  return { received: pieces.end, whole: null }
}

/** Yields the bytes of a small last piece before the new ones: both become one piece. */
async function* behind(small: SmallPiece | null, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (small) yield small.bytes
  yield* bytes
}

function isOverrun(error: unknown): boolean {
  return error instanceof PortalError && error.code === UPLOAD_TOO_LONG.code
}

type Taking = {
  readonly isChecked: boolean
  readonly firstKey: string
  /** The small piece that the first new piece replaces. */
  readonly small: SmallPiece | null
}

/** The bytes of one request, in as many pieces as the store needs. */
class Pieces {
  readonly #context: PersonContext
  readonly #held: UploadLease
  readonly #taking: Taking
  /** Durable pieces that must not be recorded before all bytes are checked. */
  readonly #unnoted: PieceRow[] = []
  #isSmallGone = false
  #at: number

  constructor(context: PersonContext, held: UploadLease, taking: Taking) {
    this.#context = context
    this.#held = held
    this.#taking = taking
    this.#at = taking.small?.startsAt ?? held.upload.received
  }

  /** The offset of the next byte. */
  get end(): number {
    return this.#at
  }

  /** @throws the error of the source, after it records the bytes that came before. */
  async take(source: StreamSplitter): Promise<WholePiece | null> {
    const { size } = this.#held.upload
    while (!source.isOver) {
      const piece = await this.#write(source)
      if (piece.size === size && piece.brokenBy === null) return piece
      await piece.makeLast()
      const row = { key: piece.key, startsAt: this.#at, size: piece.size }
      if (isOverrun(piece.brokenBy) || !this.#isNew(row)) await removePiece(this.#context, piece.key)
      else if (this.#taking.isChecked || this.#mayOverrun(row, piece)) this.#unnoted.push(row)
      else await this.#noteOrRemove(row)
      this.#at += piece.size
      if (piece.brokenBy !== null) throw piece.brokenBy
    }
    return null
  }

  async noteChecked(): Promise<void> {
    for (let row; (row = this.#unnoted.shift());) await this.#noteOrRemove(row)
  }

  async removeUnnoted(): Promise<void> {
    for (const { key } of this.#unnoted.splice(0)) await removePiece(this.#context, key)
  }

  /** Deletes the pieces recorded during this request, so that the upload is as it was before. */
  async takeBack(): Promise<void> {
    const { database, clock } = this.#context
    const { upload, holder } = this.#held
    const { small } = this.#taking
    const own = { id: upload.id, holder }
    for (const key of await deletePiecesFrom(database.kysely, own, small?.startsAt ?? upload.received)) {
      if (key !== small?.key) await removePiece(this.#context, key)
    }
    if (small && !this.#isSmallGone) await recordPiece(database.kysely, own, { ...small, at: clock.now() })
  }

  async #write(source: StreamSplitter): Promise<WholePiece> {
    const { storage } = this.#context
    const { firstKey, small } = this.#taking
    const startsAt = this.#at
    const isFirst = startsAt === (small?.startsAt ?? this.#held.upload.received)
    const key = isFirst ? firstKey : newStorageKey()
    const onDurable = async (size: number) => {
      const row = { key, startsAt, size }
      // The last byte is not recorded here: the sender may still send more.
      if (this.#taking.isChecked || !this.#isNew(row) || this.#isLast(row)) return
      if (!(await this.#note(row))) throw failure(TAKEN_OVER)
    }
    const room = this.#held.upload.size - startsAt
    try {
      const piece = await storage.pieces.write(key, source.next(storage.pieces.largest), { room, onDurable })
      return { ...piece, key }
    } catch (error) {
      await removeUnlessKnown(this.#context, key)
      throw error
    }
  }

  /** Whether the piece contains a byte that is not yet received. */
  #isNew({ startsAt, size }: PieceRow): boolean {
    return size > 0 && startsAt + size > this.#held.upload.received
  }

  #isLast({ startsAt, size }: PieceRow): boolean {
    return startsAt + size === this.#held.upload.size
  }

  /** Whether the source may still send more than announced, because the piece ended before the source did. */
  #mayOverrun(row: PieceRow, { brokenBy }: WholePiece): boolean {
    return this.#isLast(row) && brokenBy === null
  }

  /** Records a piece. If the upload was taken over, it removes the piece and throws. */
  async #noteOrRemove(row: PieceRow): Promise<void> {
    if (!(await this.#note(row))) {
      await removeUnlessKnown(this.#context, row.key)
      throw failure(TAKEN_OVER)
    }
    const { small } = this.#taking
    if (small?.startsAt !== row.startsAt) return
    this.#isSmallGone = true
    await removePiece(this.#context, small.key)
  }

  /** Returns false if the upload was taken over. */
  #note(row: PieceRow): Promise<boolean> {
    const { database, clock } = this.#context
    const { upload, holder } = this.#held
    return recordPiece(database.kysely, { id: upload.id, holder }, { ...row, at: clock.now() })
  }
}
