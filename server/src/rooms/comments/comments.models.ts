import type { Comment } from '@portal/contract/comments/comments.ts'
import type { Person } from '../../records/access/actor.ts'
import type { CommentRow } from './comments.repository.ts'

/** A comment as its reader sees it. */
export function toComment(
  { id, authorId, author, text, mentions, createdAt, editedAt, deletedAt }: CommentRow,
  { accountId }: Pick<Person, 'accountId'>,
): Comment {
  return {
    id,
    author: { id: authorId, name: author },
    isMine: authorId === accountId,
    text,
    mentions: [...mentions],
    createdAt: createdAt.toISOString(),
    editedAt: deletedAt === null ? (editedAt?.toISOString() ?? null) : null,
  }
}
