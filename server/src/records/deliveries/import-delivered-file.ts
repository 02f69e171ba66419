import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { PortalError } from '../../engines/http/errors.ts'
import { DamagedPart } from '../../engines/mailbox/message/decode-part.ts'
import { newStorageKey } from '../../engines/storage/storage.ts'
import type { DocumentRow } from '../documents/documents.repository.ts'
import { completeIntake, type Delivery } from '../intake/complete-intake.ts'
import type { IntakeContext } from '../intake/context.ts'
import { discardOnFailure, stageFile, type IntakeFile } from '../intake/stage-file.ts'
import { requireQuota } from '../intake/upload-quota.ts'
import type { KnownFile } from './known-files.repository.ts'

type KnownDocument = Pick<KnownFile, 'documentId' | 'cameBefore'>

/**
 * The result of a delivered file. A deferred file has none yet: it is still changing, or the portal has no right to
 * read it.
 */
export type FileOutcome =
  | { readonly kind: 'recorded'; readonly documentId: number }
  | ({ readonly kind: 'duplicate'; readonly staged: IntakeFile } & KnownDocument)
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'deferred' }

/** Thrown by the source of a file: the file is not ready after all. */
export class FileDeferred extends Error {}

/** Thrown by the source of a file: its bytes are a document already. */
export class AlreadyRecorded extends Error {
  readonly known: KnownDocument
  readonly staged: IntakeFile
  constructor({ documentId, cameBefore }: KnownDocument, staged: IntakeFile) {
    super('These bytes have come already.')
    this.known = { documentId, cameBefore }
    this.staged = staged
  }
}

/** A file of the drop folder or of a message. */
export type DeliveredFile = Pick<Delivery, 'draft' | 'uploadedBy' | 'countedFor' | 'receiptAt'> & {
  readonly name: string
  /** Read only once the daily quotas have room. */
  readonly bytes: AsyncIterable<Buffer>
  /** Its size in bytes, as far as it is known before it is read. */
  readonly atLeast: number
  /** Its maximum size in bytes. */
  readonly largest: number
  /** Called when all its bytes are staged. @throws FileDeferred, AlreadyRecorded */
  readonly check: (staged: IntakeFile) => Promise<void>
  /**
   * Records its outcome in the transaction that records the document, so that it becomes a document only once. Returns
   * false if another server has recorded it, or now has its lease.
   * @throws AlreadyRecorded
   */
  readonly record: (
    transaction: Transaction<DB>,
    stored: { readonly document: DocumentRow; readonly staged: IntakeFile },
  ) => Promise<boolean>
}

/**
 * Imports a delivered file through the same intake as an upload (R11.1).
 * @throws errors that are not a refusal: the disk, the database or the scanner failed, a daily quota is exhausted, or
 * another server has the file. A later call may succeed.
 */
export async function importDeliveredFile(context: IntakeContext, file: DeliveredFile): Promise<FileOutcome> {
  try {
    const { id: documentId } = await recordFile(context, file)
    return { kind: 'recorded', documentId }
  } catch (error) {
    if (error instanceof FileDeferred) return { kind: 'deferred' }
    if (error instanceof AlreadyRecorded) return { kind: 'duplicate', ...error.known, staged: error.staged }
    const reason = refusalOf(error, file.name)
    if (reason === null) throw error
    return { kind: 'refused', reason }
  }
}

async function recordFile(context: IntakeContext, file: DeliveredFile): Promise<DocumentRow> {
  const { name, bytes, atLeast, largest, check, record, ...delivery } = file
  const { draft, countedFor } = delivery
  await requireQuota(context, { accountId: countedFor, countyId: draft.countyId }, atLeast)
  const key = newStorageKey()
  const staged = await discardOnFailure(context, key, async () => {
    const read = await stageFile(context, { key, name, bytes, largest })
    await check(read)
    return { ...delivery, file: read, uploadedAt: context.clock.now() }
  })
  return completeIntake(context, {
    ...staged,
    async alsoRecord(transaction, document) {
      if (!(await record(transaction, { document, staged: staged.file })))
        throw new Error('Another server has this file by now.')
    },
  })
}

/**
 * Why a file is permanently rejected, as a sentence for its sender. Null if a retry may help, because a part of the
 * portal is down or overloaded.
 */
function refusalOf(error: unknown, name: string): string | null {
  if (error instanceof DamagedPart) return `${name} was damaged on its way. Please send it again.`
  if (!(error instanceof PortalError)) return null
  const { status, message, details } = error
  return status >= 500 || status === 429 ? null : (details ?? message)
}
