import {
  COMMENTS_PAGE_SIZE,
  MAX_MENTIONABLE,
  type listComments as listCommentsCall,
  type listMentionable as listMentionableCall,
} from '@portal/contract/comments/comments.ts'
import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { PersonContext } from '../../records/context.ts'
import { searchViewers } from '../../records/documents/document-viewers.repository.ts'
import { mayDownload } from '../../records/documents/documents.policy.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { toComment } from './comments.models.ts'
import { mayComment } from './comments.policy.ts'
import { countComments, readComments } from './comments.repository.ts'

/**
 * A page of the comments of a document, oldest first, as far as the caller may know them.
 * @throws PortalError 404, and 403 for a document in the bin (R23.1, R23.3).
 */
export async function listCommentsOf(
  context: PersonContext,
  { fileId, before }: { readonly fileId: number; readonly before?: number | undefined },
): Promise<ResultOf<typeof listCommentsCall>> {
  const { person } = context.actor
  const { kysely } = context.database
  await requireDocument(context, fileId, (asked) => mayDownload(person, asked))
  const thread = { documentId: fileId, reader: person }
  const [found, count] = await Promise.all([
    readComments(kysely, thread, { before: before ?? null, most: COMMENTS_PAGE_SIZE + 1 }),
    countComments(kysely, thread),
  ])
  const rows = found.slice(0, COMMENTS_PAGE_SIZE)
  return {
    comments: rows.toReversed().map((row) => toComment(row, person)),
    earlier: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null,
    count,
  }
}

/**
 * People whom a comment on a document may mention.
 * @throws PortalError 404, and 403 and 409 for a document in the bin.
 */
export async function listMentionableOn(
  context: PersonContext,
  fileId: number,
  search: string | undefined,
): Promise<ResultOf<typeof listMentionableCall>> {
  const { person } = context.actor
  await requireDocument(context, fileId, (asked) => mayComment(person, asked))
  const wanted = { search, reader: person, most: MAX_MENTIONABLE }
  return { people: await searchViewers(context.database.kysely, fileId, wanted) }
}
