import {
  charactersOf,
  COMMENT_MAX_CHARACTERS,
  MAX_MENTIONS,
  mentionedIn,
} from '@portal/contract/comments/comment-text.ts'
import {
  COMMENT_EMPTY,
  COMMENT_TOO_LONG,
  MENTION_FORBIDDEN,
  TOO_MANY_MENTIONS,
} from '@portal/contract/comments/comments.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { listViewersAmong } from '../../records/documents/document-viewers.repository.ts'
import type { DocumentRow } from '../../records/documents/documents.repository.ts'

/**
 * Checks a text for a comment on a document (R23.2, R23.10). People whom the comment already mentions may have lost sight
 * of it.
 * @returns the people whom it mentions.
 * @throws PortalError 400 for an empty or long text, for too many mentions, and for a mention of a person who does not
 * see the document. Which person it was, or whether they exist, it does not say.
 */
export async function requireText(
  transaction: Transaction<DB>,
  document: DocumentRow,
  { text, already = [] }: { readonly text: string; readonly already?: readonly number[] },
): Promise<readonly number[]> {
  if (text === '') throw failure(COMMENT_EMPTY)
  if (charactersOf(text) > COMMENT_MAX_CHARACTERS) throw failure(COMMENT_TOO_LONG)
  const mentioned = mentionedIn(text)
  if (mentioned.length > MAX_MENTIONS) throw failure(TOO_MANY_MENTIONS)
  const added = mentioned.filter((id) => !already.includes(id))
  if (added.length === 0) return mentioned
  const viewers = await listViewersAmong(transaction, document, added)
  if (viewers.length < added.length) throw failure(MENTION_FORBIDDEN)
  return mentioned
}
