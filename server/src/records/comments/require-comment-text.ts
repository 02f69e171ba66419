import { charactersOf, COMMENT_MAX_CHARACTERS } from '@portal/contract/comments/comment-text.ts'
import { COMMENT_EMPTY, COMMENT_TOO_LONG } from '@portal/contract/comments/comments.ts'
import { failure } from '../../engines/http/errors.ts'

/** @throws PortalError 400 for an empty or long text (R23.2). */
export function requireCommentText(text: string): void {
  if (text === '') throw failure(COMMENT_EMPTY)
  if (charactersOf(text) > COMMENT_MAX_CHARACTERS) throw failure(COMMENT_TOO_LONG)
}
