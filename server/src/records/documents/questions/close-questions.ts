import { STATUS } from '@portal/contract/files/status.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Actor } from '../../access/actor.ts'
import type { AuditEntry } from '../../audit/events/audit-entry.ts'
import { deleteNoticesOfDocuments } from '../../notices/notices.repository.ts'
import type { DocumentChange } from '../document-changes.repository.ts'
import { withdrawOpenQuestions } from './questions.repository.ts'

type Closing = { readonly by: number | null; readonly at: Date }
type Withdrawal = Extract<AuditEntry, { readonly action: 'document.question_withdrawn' }>
/** The record of a withdrawal, without its document. */
export type WithdrawalEntry = Pick<Withdrawal, 'action' | 'before'>

/** Whether a change takes a document out of Needs More Info: nobody needs the answer any more. */
export function leavesQuestion({ status_id: statusId }: DocumentChange): boolean {
  return statusId !== undefined && statusId !== STATUS.needMoreInfo
}

/** Withdraws the open questions of locked documents, with their notices. @returns their records, by document. */
export async function withdrawQuestions(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  closing: Closing,
): Promise<ReadonlyMap<number, WithdrawalEntry>> {
  if (documentIds.length === 0) return new Map()
  const withdrawn = await withdrawOpenQuestions(transaction, documentIds, closing)
  await deleteQuestionNotices(
    transaction,
    withdrawn.map(({ documentId }) => documentId),
  )
  return new Map(
    withdrawn.map(({ documentId, number }) => [
      documentId,
      { action: 'document.question_withdrawn', before: { question: number } },
    ]),
  )
}

/** Deletes the notices of questions that need no answer any more. */
export async function deleteQuestionNotices(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  if (documentIds.length > 0) await deleteNoticesOfDocuments(transaction, { documentIds, kind: 'asked' })
}

/** The account of an actor; null for a command or a job. */
export function accountOf(actor: Actor): number | null {
  if (actor.kind === 'person') return actor.person.accountId
  return actor.kind === 'run' || actor.kind === 'proven' ? actor.account.accountId : null
}
