import { CORRECTED_UNKNOWN } from '@portal/contract/files/correction-errors.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../access/actor.ts'
import type { AuditContext } from '../audit/record.ts'
import { addCorrection, requireUncorrected } from '../documents/corrections/add-correction.ts'
import { refuseCorrecting } from '../documents/corrections/corrections.policy.ts'
import { findDocument, findDocumentForShare, type DocumentRow } from '../documents/documents.repository.ts'
import { readFieldId, type DocumentFields } from './document-draft.ts'

/** The document that a new one corrects, and the person who says so and uploads. */
export type Corrects = {
  readonly documentId: number
  readonly by: Pick<Person, 'accountId' | 'counties'>
}

/** Returns the file id that the fields name as corrected; null if they name none. */
export function readCorrects(fields: DocumentFields): number | null {
  return readFieldId(fields, 'corrects')
}

/**
 * Checks before the bytes are stored whether a new document of the county can correct that one.
 * @throws PortalError 400 and 409; one that the person may not see is refused like one that does not exist.
 */
export async function requireCorrectable(
  db: Kysely<DB>,
  { documentId, by }: Corrects,
  countyId: number | null,
): Promise<void> {
  const older = await findDocument(db, documentId)
  const refusal = refuseCorrecting(by, older, { county_id: countyId, uploaded_by: by.accountId })
  if (refusal) throw failure(refusal)
  await requireUncorrected(db, documentId)
}

/**
 * Records in the transaction of a new document which one it corrects.
 * @throws PortalError as `requireCorrectable`.
 */
export async function recordCorrection(
  context: AuditContext,
  transaction: Transaction<DB>,
  { document, corrects: { documentId, by } }: { document: DocumentRow; corrects: Corrects },
): Promise<void> {
  const older = await findDocumentForShare(transaction, documentId)
  const refusal = refuseCorrecting(by, older, document)
  if (older === undefined || refusal) throw failure(refusal ?? CORRECTED_UNKNOWN)
  await addCorrection(context, transaction, { newer: document, older, by: by.accountId })
}
