import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Encoding } from '../../../engines/mailbox/message/part-header.ts'
import type { Context } from '../../../records/context.ts'
import type { DocumentDraft } from '../../../records/intake/document-draft.ts'
import type { IntakeFile } from '../../../records/intake/stage-file.ts'
import {
  acceptMailFile,
  listMailFiles,
  refuseMailFile,
  type MailFile,
} from '../../../records/deliveries/mail-delivery.repository.ts'
import { AlreadyRecorded, importDeliveredFile } from '../../../records/deliveries/import-delivered-file.ts'
import { findKnownFiles, holdMessageId } from '../../../records/deliveries/known-files.repository.ts'
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

/**
 * Imports the undecided files of a message, each separately. Returns how many of all its files became documents.
 * @throws errors that are not a refusal. Finished files stay, and a later call resumes with the rest.
 */
export async function importAttachments(context: Context, brought: Brought): Promise<number> {
  const { kysely } = context.database
  for (const file of await listMailFiles(kysely, brought.deliveryId)) {
    if (file.state !== 'open') continue
    await brought.keepTurn?.()
    await importAttachment(context, brought, file)
  }
  const decided = await listMailFiles(kysely, brought.deliveryId)
  return decided.filter(({ state }) => state === 'accepted').length
}

async function importAttachment(
  context: Context,
  { deliveryId, raw, draft, uploadedBy, countedFor }: Brought,
  file: MailFile,
): Promise<void> {
  const { kysely } = context.database
  const { place, fileName: name, startsAt: start, endsAt: end } = file
  const inMail = { deliveryId, place }
  const requireNew = async (db: Kysely<DB> | Transaction<DB>, staged: IntakeFile) => {
    const { sha256 } = staged
    const same = await findKnownFiles(db, { deliveryId, sha256, countyId: draft.countyId })
    const kind = acceptedExtension(staged.name)
    const known = same.find(({ fileName }) => acceptedExtension(fileName) === kind)
    if (known) throw new AlreadyRecorded(known, staged)
  }
  const outcome = await importDeliveredFile(context, {
    name,
    bytes: bytesOfPart(raw, { start, end, encoding: encodingOf(file) }),
    // The size is unknown before the file is read, so the import is deferred if not even one byte fits.
    atLeast: 1,
    largest: context.settings.maxUploadBytes,
    draft,
    uploadedBy,
    ...(countedFor !== undefined && { countedFor }),
    check: (staged) => requireNew(kysely, staged),
    async record(transaction, { document, staged }) {
      // Another server may have filed another copy of the message meanwhile.
      await holdMessageId(transaction, deliveryId)
      await requireNew(transaction, staged)
      const { sha256, size: byteSize } = staged
      return acceptMailFile(transaction, inMail, { documentId: document.id, sha256, byteSize })
    },
  })
  if (outcome.kind === 'refused') await refuseMailFile(kysely, inMail, outcome.reason)
  if (outcome.kind !== 'duplicate') return
  const { documentId, cameBefore, staged } = outcome
  const { sha256, size: byteSize } = staged
  await acceptMailFile(kysely, inMail, { documentId, sha256, byteSize, cameBefore })
}

function encodingOf({ encoding }: MailFile): Encoding {
  return encoding === 'base64' || encoding === 'quoted-printable' ? encoding : 'as it is'
}
