import {
  CORRECTS_ANOTHER,
  type CorrectionFile,
  type Corrections,
} from '@portal/contract/corrections/corrections.ts'
import { CORRECTED_UNKNOWN } from '@portal/contract/files/correction-errors.ts'
import { FILE_NOT_FOUND } from '@portal/contract/files/document-errors.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { recordAudits } from '../../records/audit/record.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { actOnDocuments } from '../../records/documents/act-on-documents.ts'
import { addCorrection } from '../../records/documents/corrections/add-correction.ts'
import {
  mayCorrect,
  refuseCorrecting,
  refuseNewer,
} from '../../records/documents/corrections/corrections.policy.ts'
import {
  deleteCorrection,
  findCorrected,
  listChain,
  type ChainRow,
  type Correction,
} from '../../records/documents/corrections/corrections.repository.ts'
import { mayDownload, maySee, refuseInBin } from '../../records/documents/documents.policy.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import { requireDocument } from '../../records/documents/require-document.ts'

/** The chain of corrections of a document. @throws 404 if the caller may not see it, and 403 for one in the bin. */
export async function readCorrections(
  { actor: { person }, database }: Pick<PersonContext, 'actor' | 'database'>,
  fileId: number,
): Promise<Corrections> {
  const document = await requireDocument({ database }, fileId, (found) => mayDownload(person, found))
  const chain = await listChain(database.kysely, fileId)
  return toCorrections(document, chain, {
    mayChange: document.deleted_at === null && mayCorrect(person, document) === null,
  })
}

/**
 * Says that a document corrects an older one. The versions of both stay, so that nobody's open edit is refused.
 * @throws 404 if the caller may not see the newer document; 400 for an older one that does not exist, that they may not
 * see, that is of another county or not older; 403 without the right; 409 for one in the bin, for an older document that
 * is corrected already, and for a newer one that corrects another; 429 too often.
 */
export async function correctDocument(
  context: PersonContext,
  { newer, older }: Correction,
): Promise<Corrections> {
  await admitAttempt(context, repeatedActLimits(context.actor, 'correction'))
  const { person } = context.actor
  const conditions = {
    may: (document: DocumentRow) => maySee(person, document),
    state: () => null,
    missing: 'skip',
  } as const
  await actOnDocuments(context, [newer, older], conditions, async (documents, transaction) => {
    const find = (wanted: number) => documents.find(({ id }) => id === wanted)
    const document = find(newer)
    if (!document) throw failure(FILE_NOT_FOUND)
    const corrected = find(older)
    const refusal =
      refuseInBin(document) ??
      mayCorrect(person, document) ??
      refuseNewer(document, older) ??
      refuseCorrecting(person, corrected, document)
    if (!corrected || refusal) throw failure(refusal ?? CORRECTED_UNKNOWN)
    const present = await findCorrected(transaction, newer)
    if (present !== undefined && present !== older) {
      throw failure(CORRECTS_ANOTHER, { values: { fileId: present } })
    }
    if (present === undefined) {
      await addCorrection(context, transaction, { newer: document, older: corrected, by: person.accountId })
    }
    return { decide: () => null }
  })
  return readCorrections(context, newer)
}

/**
 * Says that a document corrects no other one. Without a correction nothing changes.
 * @throws 404 if the caller may not see the document; 403 without the right; 409 for one in the bin; 429 too often.
 */
export async function removeCorrection(context: PersonContext, fileId: number): Promise<Corrections> {
  await admitAttempt(context, repeatedActLimits(context.actor, 'correction'))
  const { person } = context.actor
  const conditions = {
    may: (document: DocumentRow) => maySee(person, document) ?? mayCorrect(person, document),
    state: refuseInBin,
    missing: 'fail',
  } as const
  await actOnDocuments(context, [fileId], conditions, async ([document], transaction) => {
    const older = await findCorrected(transaction, fileId)
    if (older !== undefined && (await deleteCorrection(transaction, { newer: fileId, older }))) {
      const about = (id: number) =>
        ({ subject: { kind: 'document', id }, countyId: document?.county_id ?? null }) as const
      await recordAudits(transaction, context, [
        { ...about(fileId), action: 'document.corrects_removed', before: { corrects: older } },
        { ...about(older), action: 'document.corrected_removed', before: { correctedBy: fileId } },
      ])
    }
    return { decide: () => null }
  })
  return readCorrections(context, fileId)
}

/** The chain of a document, the nearest documents first. */
function toCorrections(
  document: DocumentRow,
  chain: readonly ChainRow[],
  { mayChange }: Pick<Corrections, 'mayChange'>,
): Corrections {
  return {
    file: toFile({ id: document.id, fileName: document.file_name, uploadedAt: document.uploaded_at }),
    older: chain
      .filter(({ distance }) => distance < 0)
      .toReversed()
      .map(toFile),
    newer: chain.filter(({ distance }) => distance > 0).map(toFile),
    mayChange,
  }
}

function toFile({ id, fileName, uploadedAt }: Omit<ChainRow, 'distance'>): CorrectionFile {
  return { FileID: id, FileName: fileName, UploadDate: uploadedAt.toISOString() }
}
