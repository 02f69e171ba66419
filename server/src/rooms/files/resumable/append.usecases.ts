import {
  ALREADY_STORED,
  MAX_PIECES,
  UPLOAD_TOO_LONG,
  OFFSET_MISMATCH,
  RESUMABLE_ENDED,
  TAKEN_OVER,
  TOO_MANY_PIECES,
} from '@portal/contract/files/resumable.ts'
import { UPLOAD_INCOMPLETE } from '@portal/contract/files/upload-errors.ts'
import { failure, PortalError } from '../../../engines/http/errors.ts'
import { SenderGone, type IncomingBytes } from '../../../engines/http/incoming-bytes.ts'
import type { PersonContext } from '../../../records/context.ts'
import { acquireUploadPermit, type UploadPermit } from '../../../records/intake/upload-permit.ts'
import {
  appendBytes,
  type Checksum,
  type WholePiece,
} from '../../../records/intake/resumable/append-bytes.ts'
import { finishUpload, deferToSender } from '../../../records/intake/resumable/finish-upload.ts'
import { removeUploads } from '../../../records/intake/resumable/sweep-uploads.ts'
import { withUploadLease, type UploadLease } from '../../../records/intake/resumable/upload-lease.ts'
import { readLastPiece } from '../../../records/intake/resumable/pieces.repository.ts'
import type { OwnUpload, ResumableRow } from '../../../records/intake/resumable/resumable.repository.ts'

/** The progress of an upload: the bytes that need not be sent again, and the document once there is one. */
export type UploadStatus = {
  readonly upload: ResumableRow
  readonly received: number
  readonly documentId: number | null
}

/** A request that sends bytes of an upload. */
export type Appending = {
  readonly bytes: IncomingBytes
  /** The length that the request announces, in bytes. Null without one, as in chunked encoding. */
  readonly length: number | null
  /** Where the bytes begin. Null means at 0; if the upload already has bytes, the new ones stay unread. */
  readonly offset: number | null
  readonly checksum: Checksum | null
  /** Repeats the sender's access check after the bytes. @throws PortalError if they may no longer upload. */
  readonly letInAgain: () => Promise<PersonContext>
  /** Aborted when the sender closes the connection. */
  readonly senderGone: AbortSignal
}

/**
 * Continues an upload of the caller, and makes it a document after its last byte. Bytes that arrived before a lost
 * connection need not be sent again.
 * @throws PortalError 404, 409 for a wrong offset, 410 for a refused or expired upload, and as any upload.
 */
export async function appendToUpload(
  context: PersonContext,
  id: string,
  appending: Appending,
): Promise<UploadStatus> {
  try {
    return await withUploadLease(context, ownUpload(context, id), async (held) => {
      const { upload } = held
      const isBegunAnew = appending.offset === null && upload.received > 0
      if (upload.state !== 'stored') requireGoing(context, upload)
      if (isBegunAnew) return stateOf(upload)
      if ((appending.offset ?? 0) !== upload.received) throw failure(OFFSET_MISMATCH)
      return upload.state === 'stored' ? stateOf(upload) : await takeIn(context, held, appending)
    })
  } catch (error) {
    if (isOfBrokenLine(error)) context.recentDisconnects.note(context.actor.person.accountId)
    throw error instanceof SenderGone ? failure(UPLOAD_INCOMPLETE) : error
  }
}

/** The sender disconnected, continued in another request, or sent an offset that does not match. */
function isOfBrokenLine(error: unknown): boolean {
  if (error instanceof SenderGone) return true
  return (
    error instanceof PortalError && (error.code === TAKEN_OVER.code || error.code === OFFSET_MISMATCH.code)
  )
}

/**
 * Returns the progress of an upload of the caller, who is about to continue it. Cuts off another request that still
 * sends its bytes. An upload that has all its bytes becomes a document now.
 * @throws PortalError 404, 410 for a refused or expired upload, and as any upload.
 */
export async function askUpload(context: PersonContext, id: string): Promise<UploadStatus> {
  return withUploadLease(context, ownUpload(context, id), async (held) => {
    const { upload } = held
    if (upload.state === 'stored') return stateOf(upload)
    requireGoing(context, upload)
    if (upload.received < upload.size) return stateOf(upload)
    // The upload is assembled, checked and scanned like a new one, so it needs a permit.
    await using permit = await acquireUploadPermit(context, { bytes: upload.size })
    return await finish(context, held, { whole: null, permit })
  })
}

/**
 * Removes an upload of the caller and the bytes that arrived.
 * @throws PortalError 404, and 409 for an upload that is already a document.
 */
export async function endUpload(context: PersonContext, id: string): Promise<void> {
  await withUploadLease(context, ownUpload(context, id), async ({ upload }) => {
    if (upload.state === 'stored') throw failure(ALREADY_STORED)
    await removeUploads(context, [id])
  })
}

function ownUpload({ actor }: PersonContext, id: string): OwnUpload {
  return { id, accountId: actor.person.accountId }
}

function stateOf(upload: ResumableRow): UploadStatus {
  return { upload, received: upload.received, documentId: upload.documentId }
}

/** @throws PortalError with the original refusal of the upload, or because the upload has expired. */
function requireGoing({ clock }: PersonContext, upload: ResumableRow): void {
  if (upload.refusal) {
    const { error: sentence, code, details } = upload.refusal
    throw new PortalError(
      { status: RESUMABLE_ENDED.status, code, sentence },
      details === undefined ? {} : { details },
    )
  }
  if (upload.expiresAt <= clock.now()) throw failure(RESUMABLE_ENDED)
}

async function takeIn(
  context: PersonContext,
  held: UploadLease,
  { bytes, length, checksum, letInAgain, senderGone }: Appending,
): Promise<UploadStatus> {
  const { upload } = held
  if (length !== null && length > upload.size - upload.received) throw failure(UPLOAD_TOO_LONG)
  // A new upload has no pieces.
  const { pieces, last } =
    upload.received > 0 ? await readLastPiece(context.database.kysely, upload.id) : { pieces: 0, last: null }
  if (pieces >= MAX_PIECES) throw failure(TOO_MANY_PIECES)
  await using permit = await acquireUploadPermit(context, {
    bytes: upload.size,
    senderGone,
    takenOver: held.signal,
  })
  const { received, whole } = await appendBytes(context, held, { bytes, permit, checksum, last })
  if (received < upload.size) return { upload, received, documentId: null }
  return await finish(await letInOrLeave(context, held, { letInAgain, whole }), held, { whole, permit })
}

/**
 * Repeats the sender's access check. If they may no longer upload, because their session ended for example, keeps the
 * bytes but makes no document of them.
 */
async function letInOrLeave(
  context: PersonContext,
  held: UploadLease,
  { letInAgain, whole }: Pick<Appending, 'letInAgain'> & { readonly whole: WholePiece | null },
): Promise<PersonContext> {
  try {
    return await letInAgain()
  } catch (error) {
    await deferToSender(context, held, whole)
    throw error
  }
}

async function finish(
  context: PersonContext,
  held: UploadLease,
  { whole, permit }: { readonly whole: WholePiece | null; readonly permit: UploadPermit },
): Promise<UploadStatus> {
  const sender = context.actor.person
  const { id } = await finishUpload(context, held, { sender, whole, reserved: permit })
  return { upload: held.upload, received: held.upload.size, documentId: id }
}
