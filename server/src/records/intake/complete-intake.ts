import type { IntakeContext } from './context.ts'
import { recordAwaitingReceipt } from '../receipts/awaiting-receipt.repository.ts'
import type { DocumentRow } from '../documents/documents.repository.ts'
import { reserveQuotas } from './reserve-quotas.ts'
import { checkDraft, type DocumentDraft } from './document-draft.ts'
import { storeFile } from './store-file.ts'
import { linkNamedOwner, requireOwner, type NamedOwner } from './named-owner.ts'
import { recordDocument, type AlsoRecord } from './record-document.ts'
import { checkUpload } from './check-upload.ts'
import { bytesLeftBy } from '../stored-files/scan/infected-upload.ts'
import { discardOnFailure, type IntakeFile } from './stage-file.ts'

/** What arrived: a staged file, what is said of it, whose document it is and the moment its last byte arrived. */
export type Delivery = {
  readonly file: IntakeFile
  readonly draft: DocumentDraft
  /** Linked with the document, in its transaction. */
  readonly owner?: NamedOwner | null
  readonly uploadedBy: number
  readonly uploadedAt: Date
  /** Whose day its bytes count against, where they were not counted before they came. */
  readonly countedFor?: number
  /** When the portal makes a receipt of it by itself: once its sender is quiet, unless it waits for the end of the day. */
  readonly receiptAt?: 'end of day'
  /** What else is true once it is a document, in the same transaction. */
  readonly alsoRecord?: AlsoRecord | undefined
}

/**
 * Makes a staged file a document, however it came: what is said of it is checked, its bytes are kept durably, the virus
 * scanner looks at them, and it is recorded. Until the record is committed nobody sees it. What is refused leaves nothing
 * behind, save a virus, which goes to quarantine; what breaks off after its bytes were kept leaves them to the sweeper.
 * @throws PortalError 400, 403 and 415 with a sentence; QuotaExceeded where there is no room in the day of its county or of whoever it is counted
 * for; ENOSPC.
 */
export async function completeIntake(
  context: IntakeContext,
  { file, draft, owner = null, uploadedBy, uploadedAt, countedFor, receiptAt, alsoRecord }: Delivery,
): Promise<DocumentRow> {
  const { names, booked, ...sound } = await discardOnFailure(context, file.key, async () => {
    const names = await context.dictionaries.names([draft.countyId])
    const sound = checkDraft(names, draft)
    if (owner) await requireOwner(context, owner, { countyId: sound.countyId, names })
    const booked = await reserveQuotas(
      context,
      { accountId: countedFor, countyId: sound.countyId },
      file.size,
    )
    return { ...sound, names, booked }
  })
  try {
    const kept = await discardOnFailure(context, file.key, () => storeFile(context, file))
    const arrived = { ...sound, file: kept, uploadedBy, uploadedAt }
    const verdict = await checkUpload(context, arrived)
    return await recordDocument(context, { ...arrived, verdict }, async (transaction, document) => {
      if (owner) await linkNamedOwner(context, transaction, { document, owner, names })
      await recordAwaitingReceipt(transaction, {
        documentId: document.id,
        accountId: uploadedBy,
        receivedAt: uploadedAt,
        day: receiptAt === 'end of day' ? context.calendar.hourOf(uploadedAt).day : null,
      })
      await alsoRecord?.(transaction, document)
    })
  } catch (error) {
    await booked.keepOnly(bytesLeftBy(error))
    throw error
  }
}
