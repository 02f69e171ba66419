import type { IntakeContext } from './context.ts'
import { recordAwaitingReceipt } from '../receipts/awaiting-receipt.repository.ts'
import type { DocumentRow } from '../documents/documents.repository.ts'
import { reserveQuota, type QuotaReservation } from './upload-quota.ts'
import { checkDraft, type DocumentDraft } from './document-draft.ts'
import { storeFile } from './store-file.ts'
import { recordCorrection, requireCorrectable, type Corrects } from './correction.ts'
import { linkNamedOwner, requireOwner, type NamedOwner } from './named-owner.ts'
import { recordSenderOwner, requireSenderOwner, type SenderOwner } from './sender-owner.ts'
import { recordDocument, type AlsoRecord } from './record-document.ts'
import { checkUpload } from './check-upload.ts'
import { bytesLeftBy } from '../stored-files/scan/infected-upload.ts'
import { discardOnFailure, type IntakeFile } from './stage-file.ts'

/** A staged file with its details, the account that owns the document, and the moment when its last byte arrived. */
export type Delivery = {
  readonly file: IntakeFile
  readonly draft: DocumentDraft
  /** Linked to the document in the same transaction. */
  readonly owner?: NamedOwner | null
  /** Recorded for the firm to link, in the same transaction. */
  readonly senderOwner?: SenderOwner | null
  /** The document that the new one corrects, recorded in the same transaction. */
  readonly corrects?: Corrects | null
  readonly uploadedBy: number
  readonly uploadedAt: Date
  /** The part of the sender's daily quota that was reserved before the bytes came. */
  readonly reserved?: QuotaReservation | undefined
  /** The account whose daily quota the bytes count against, if nothing was reserved before. */
  readonly countedFor?: number
  /** When the portal makes a receipt by itself. By default once the sender is quiet, else at the end of the day. */
  readonly receiptAt?: 'end of day'
  /** Records more in the transaction that creates the document. */
  readonly alsoRecord?: AlsoRecord | undefined
}

/**
 * Turns a staged file into a document, whatever its source. Checks its details, stores the bytes durably, scans them
 * and records the document. Nobody sees it before the record is committed. A rejected file leaves nothing behind,
 * except an infected one, which goes to quarantine. If it breaks off after the bytes are stored, they are left to the
 * sweeper.
 * @throws PortalError 400, 403 and 415 with a sentence; QuotaExceeded for the county and for `countedFor`; ENOSPC.
 */
export async function completeIntake(context: IntakeContext, delivery: Delivery): Promise<DocumentRow> {
  const { file, draft, owner = null, senderOwner = null, uploadedBy, uploadedAt, reserved } = delivery
  const { corrects = null, receiptAt, alsoRecord } = delivery
  const { names, ofCounty, ...sound } = await discardOnFailure(context, file.key, async () => {
    const names = await context.dictionaries.names([draft.countyId])
    const sound = checkDraft(names, draft)
    if (owner) await requireOwner(context, owner, { countyId: sound.countyId, names })
    if (senderOwner) await requireSenderOwner(context.database.kysely, senderOwner, sound.countyId)
    if (corrects) await requireCorrectable(context.database.kysely, corrects, sound.countyId)
    const owners = { accountId: delivery.countedFor, countyId: sound.countyId }
    return { ...sound, names, ofCounty: await reserveQuota(context, owners, file.size) }
  })
  try {
    const kept = await discardOnFailure(context, file.key, () => storeFile(context, file))
    const arrived = { ...sound, file: kept, uploadedBy, uploadedAt }
    const verdict = await checkUpload(context, arrived)
    const document = await recordDocument(context, { ...arrived, verdict }, async (transaction, document) => {
      if (senderOwner) await recordSenderOwner(context, transaction, { document, owner: senderOwner })
      if (corrects) await recordCorrection(context, transaction, { document, corrects })
      if (owner) await linkNamedOwner(context, transaction, { document, owner, names })
      await recordAwaitingReceipt(transaction, {
        documentId: document.id,
        accountId: uploadedBy,
        receivedAt: uploadedAt,
        day: receiptAt === 'end of day' ? context.calendar.hourOf(uploadedAt).day : null,
      })
      await alsoRecord?.(transaction, document)
    })
    await reserved?.keepOnly(file.size)
    return document
  } catch (error) {
    const left = bytesLeftBy(error)
    await ofCounty.keepOnly(left)
    await reserved?.keepOnly(left)
    throw error
  }
}
