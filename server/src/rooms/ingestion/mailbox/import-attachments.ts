import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { PortalError } from '../../../engines/http/errors.ts'
import { DamagedPart } from '../../../engines/mailbox/message/decode-part.ts'
import type { Encoding } from '../../../engines/mailbox/message/part-header.ts'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import type { Context } from '../../../records/context.ts'
import { completeIntake } from '../../../records/intake/complete-intake.ts'
import { requireQuota } from '../../../records/intake/upload-quota.ts'
import type { DocumentDraft } from '../../../records/intake/document-draft.ts'
import { discardOnFailure, stageFile, type IntakeFile } from '../../../records/intake/stage-file.ts'
import { acceptedExtension } from '../../../records/stored-files/file-types/check-kind.ts'
import {
  acceptMailFile,
  listMailFiles,
  refuseMailFile,
  type MailFile,
} from '../../../records/deliveries/mail-delivery.repository.ts'
import {
  findKnownFiles,
  holdMessageId,
  type KnownFile,
} from '../../../records/deliveries/known-files.repository.ts'
import { refusalOf } from '../refusal-of.ts'
import { bytesOfPart, type RawMessage } from './raw-message.ts'

type Brought = {
  readonly deliveryId: string
  readonly raw: Pick<RawMessage, 'read'>
  readonly draft: DocumentDraft
  readonly uploadedBy: number
  /**
   * The account whose daily quota the files count against, besides the county's; undefined if a person decided on them.
   */
  readonly countedFor?: number
  /** Called before each file. @throws if someone else now holds the lease. */
  readonly keepTurn?: () => Promise<unknown>
}

/** The bytes equal a file of this message, or of another copy of it, that is already a document. */
class AlreadyFiled extends Error {
  readonly known: KnownFile
  readonly file: IntakeFile
  constructor(known: KnownFile, file: IntakeFile) {
    super('These bytes have come already.')
    this.known = known
    this.file = file
  }
}

/**
 * Imports the undecided files of a message, each separately. Returns how many of all its files became documents.
 * @throws errors that are not a refusal. Finished files stay, and a later call resumes with the rest.
 */
export async function importAttachments(context: Context, brought: Brought): Promise<number> {
  const { kysely } = context.database
  for (const file of await listMailFiles(kysely, brought.deliveryId)) {
    if (file.state !== 'open') continue
    await brought.keepTurn?.()
    await takeInFile(context, brought, file)
  }
  const decided = await listMailFiles(kysely, brought.deliveryId)
  return decided.filter(({ state }) => state === 'accepted').length
}

async function takeInFile(context: Context, brought: Brought, file: MailFile): Promise<void> {
  const { kysely } = context.database
  const inMail = { deliveryId: brought.deliveryId, place: file.place }
  try {
    await bring(context, brought, file)
  } catch (error) {
    if (error instanceof AlreadyFiled) {
      const { known, file: staged } = error
      const { documentId, cameBefore } = known
      const { sha256, size: byteSize } = staged
      await acceptMailFile(kysely, inMail, { documentId, sha256, byteSize, cameBefore })
      return
    }
    const reason = reasonOf(error, file.fileName)
    if (reason === null) throw error
    await refuseMailFile(kysely, inMail, reason)
  }
}

function reasonOf(error: unknown, fileName: string): string | null {
  if (error instanceof DamagedPart) return `${fileName} was damaged on its way. Please send it again.`
  return error instanceof PortalError ? refusalOf(error) : null
}

async function bring(context: Context, brought: Brought, file: MailFile): Promise<void> {
  const { deliveryId, raw, draft, uploadedBy, countedFor } = brought
  const { place, fileName: name, startsAt: start, endsAt: end } = file
  // The size is unknown before the file is read, so the import is deferred if not even one byte fits.
  await requireQuota(context, { accountId: countedFor, countyId: draft.countyId }, 1)
  const requireNew = async (db: Kysely<DB> | Transaction<DB>, staged: IntakeFile) => {
    const { sha256 } = staged
    const same = await findKnownFiles(db, { deliveryId, sha256, countyId: draft.countyId })
    const kind = acceptedExtension(staged.name)
    const known = same.find(({ fileName }) => acceptedExtension(fileName) === kind)
    if (known) throw new AlreadyFiled(known, staged)
  }
  const key = newStorageKey()
  const delivery = await discardOnFailure(context, key, async () => {
    const bytes = bytesOfPart(raw, { start, end, encoding: encodingOf(file) })
    const { maxUploadBytes: largest } = context.settings
    const staged = await stageFile(context, { key, name, bytes, largest })
    await requireNew(context.database.kysely, staged)
    return { file: staged, draft, uploadedBy, uploadedAt: context.clock.now() }
  })
  await completeIntake(context, {
    ...delivery,
    ...(countedFor !== undefined && { countedFor }),
    async alsoRecord(transaction, { id: documentId }) {
      // Another server may have filed another copy of the message meanwhile.
      await holdMessageId(transaction, deliveryId)
      await requireNew(transaction, delivery.file)
      const { sha256, size: byteSize } = delivery.file
      if (!(await acceptMailFile(transaction, { deliveryId, place }, { documentId, sha256, byteSize })))
        throw new Error('Another server has taken in this file by now.')
    },
  })
}

function encodingOf({ encoding }: MailFile): Encoding {
  return encoding === 'base64' || encoding === 'quoted-printable' ? encoding : 'as it is'
}
