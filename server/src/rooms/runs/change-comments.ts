import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Engines } from '../../engines/engines.ts'
import { insertSameComment, listConcerns, removeTexts } from '../../records/comments/comments.repository.ts'
import { addRunNotice } from '../../records/notices/notices.ts'
import type { DocumentEntry } from '../../records/documents/apply-decisions.ts'
import type { Judgment } from './judgment.ts'

/** The record of a comment that a run added or deleted, and the id of an added one. */
export type CommentAct = { readonly entry: DocumentEntry; readonly added: number | null }

type Origin = { readonly runNumber: number; readonly by: number }

/** Adds or deletes the comments that judgments want, and gives each concerned person one notice (R20.74). */
export async function changeComments(
  transaction: Transaction<DB>,
  { clock }: Pick<Engines, 'clock'>,
  judgments: ReadonlyMap<number, Judgment>,
  { runNumber, by }: Origin,
): Promise<ReadonlyMap<number, CommentAct>> {
  const { text, documentIds, deleted } = sort(judgments)
  const at = clock.now()
  const acts = new Map<number, CommentAct>()
  if (deleted.size > 0) await removeTexts(transaction, { commentIds: [...deleted.values()], at })
  for (const [documentId, comment] of deleted) {
    acts.set(documentId, { entry: { action: 'document.comment_deleted', before: { comment } }, added: null })
  }
  if (documentIds.length === 0) return acts
  const added = await insertSameComment(transaction, { documentIds, authorId: by, text, at })
  for (const [documentId, comment] of added) {
    acts.set(documentId, { entry: { action: 'document.commented', after: { comment } }, added: comment })
  }
  for (const { personId, documentId, documents } of await listConcerns(transaction, documentIds)) {
    const notice = { kind: 'comment', runNumber, actorId: by, personId, documentId, documents } as const
    await addRunNotice(transaction, { clock }, notice)
  }
  return acts
}

/** All comments that a run adds have the same text. */
function sort(judgments: ReadonlyMap<number, Judgment>) {
  const documentIds: number[] = []
  const deleted = new Map<number, number>()
  let text = ''
  for (const [documentId, judgment] of judgments) {
    if (judgment.kind !== 'changed' || judgment.change !== 'comment') continue
    const { comment } = judgment
    if ('id' in comment) {
      deleted.set(documentId, comment.id)
    } else {
      documentIds.push(documentId)
      text = comment.text
    }
  }
  return { text, documentIds, deleted }
}
