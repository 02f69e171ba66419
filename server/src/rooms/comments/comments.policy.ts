import { COMMENT_DELETED, COMMENT_NOT_YOURS } from '@portal/contract/comments/comments.ts'
import { COMMENT_EDIT_MINUTES } from '@portal/contract/comments/comment-text.ts'
import type { Person } from '../../records/access/actor.ts'
import type { Refusal } from '../../records/access/refusal.ts'
import { maySee, refuseInBin } from '../../records/documents/documents.policy.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'
import type { CommentRow } from './comments.repository.ts'

/** Whoever sees a document comments on it, unless it is in the bin (R23.2, R23.3). */
export function mayComment(person: Person, document: DocumentRow): Refusal | null {
  return maySee(person, document) ?? refuseInBin(document)
}

/** Only its author changes or deletes a comment, and only once deletes it (R23.5). */
export function mayChangeComment(
  { accountId }: Pick<Person, 'accountId'>,
  { authorId, deletedAt }: Pick<CommentRow, 'authorId' | 'deletedAt'>,
): Refusal | null {
  if (authorId !== accountId) return COMMENT_NOT_YOURS
  return deletedAt === null ? null : COMMENT_DELETED
}

const UNMARKED_MS = COMMENT_EDIT_MINUTES * 60_000

/** Whether a change at that moment marks the comment as changed (R23.5). */
export function marksChange({ createdAt }: Pick<CommentRow, 'createdAt'>, at: Date): boolean {
  return at.getTime() - createdAt.getTime() > UNMARKED_MS
}
