import { CORRECTED_ALREADY } from '@portal/contract/files/correction-errors.ts'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import { recordAudits, type AuditContext } from '../../audit/record.ts'
import type { DocumentRow } from '../documents.repository.ts'
import { deleteBinnedCorrection, insertCorrection, listChain } from './corrections.repository.ts'

type Added = {
  readonly newer: DocumentRow
  readonly older: DocumentRow
  /** The account that says so. */
  readonly by: number
}

/**
 * Records that a document corrects an older one, with an audit record of each. The older one must be locked. A correction
 * in the bin gives its place to the new one.
 * @throws PortalError 409 that names the newest of the chain, if another document corrects the older one.
 */
export async function addCorrection(
  context: AuditContext,
  transaction: Transaction<DB>,
  { newer, older, by }: Added,
): Promise<void> {
  const replaced = await deleteBinnedCorrection(transaction, older.id)
  const isNew = await insertCorrection(transaction, {
    newer: newer.id,
    older: older.id,
    correctedBy: by,
    correctedAt: context.clock.now(),
  })
  if (!isNew) await requireUncorrected(transaction, older.id)
  const about = (id: number) => ({ subject: { kind: 'document', id }, countyId: older.county_id }) as const
  await recordAudits(transaction, context, [
    ...(replaced === undefined
      ? []
      : [
          {
            ...about(replaced),
            action: 'document.corrects_removed' as const,
            before: { corrects: older.id },
          },
        ]),
    { ...about(newer.id), action: 'document.corrects_set', after: { corrects: older.id } },
    { ...about(older.id), action: 'document.corrected', after: { correctedBy: newer.id } },
  ])
}

/** @throws PortalError 409 that names the newest of the chain, if a document outside the bin corrects this one. */
export async function requireUncorrected(db: Kysely<DB>, documentId: number): Promise<void> {
  const newest = (await listChain(db, documentId)).at(-1)
  if (newest !== undefined && newest.distance > 0) {
    throw failure(CORRECTED_ALREADY, { values: { fileId: documentId, newest: newest.id } })
  }
}
