import {
  COMMENT_KEY_USED,
  COMMENT_NOT_FOUND,
  COMMENTS_PAGE_SIZE,
  type addComment as addCommentCall,
  type Comment,
  MAX_MENTIONABLE,
  type listComments as listCommentsCall,
  type listMentionable as listMentionableCall,
} from '@portal/contract/comments/comments.ts'
import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import { recordAudit } from '../../records/audit/record.ts'
import {
  insertComment,
  removeText,
  replaceText,
  setMentions,
} from '../../records/comments/comments.repository.ts'
import type { PersonContext } from '../../records/context.ts'
import { mayDownload } from '../../records/documents/documents.policy.ts'
import { findDocumentForShare, type DocumentRow } from '../../records/documents/documents.repository.ts'
import { listViewersAmong, searchViewers } from '../../records/documents/document-viewers.repository.ts'
import { deleteNoticesOf } from '../../records/notices/notices.repository.ts'
import { addNotices } from '../../records/notices/notices.ts'
import { requireAllowed, requireDocument } from '../../records/documents/require-document.ts'
import { toComment } from './comments.models.ts'
import { marksChange, mayChangeComment, mayComment } from './comments.policy.ts'
import {
  countComments,
  findComment,
  findSentComment,
  listConcerned,
  readComments,
  type CommentRow,
  type Thread,
} from './comments.repository.ts'
import { requireText } from './require-text.ts'

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
  const thread = threadFor(context, fileId)
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
 * Adds a comment (R23.2). The same key again adds no second one.
 * @throws PortalError 404; 403 and 409 for a document in the bin; 400 for an empty or long text, or for a mention of a
 * person who does not see the document; 429 after too many comments.
 */
export async function addCommentTo(
  call: PersonContext,
  fileId: number,
  { key, text }: BodyOf<typeof addCommentCall>,
): Promise<Comment> {
  return onDocument(call, fileId, async (transaction, document) => {
    const { actor, clock } = call
    const { accountId: authorId } = actor.person
    const sent = { documentId: fileId, authorId, key }
    const mentions = await requireText(transaction, document, { text })
    const id = await insertComment(transaction, {
      ...sent,
      countyId: document.county_id,
      text,
      at: clock.now(),
    })
    if (id !== null) {
      await setMentions(transaction, id, mentions)
      await notify(transaction, call, { document, commentId: id, mentioned: mentions, isNew: true })
      await recordAudit(transaction, call, {
        ...about(document),
        action: 'document.commented',
        after: { comment: id },
      })
    }
    const row = await findSentComment(transaction, sent)
    if (!row) throw failure(COMMENT_KEY_USED)
    return toComment(row, actor.person)
  })
}

type Notified = {
  readonly document: DocumentRow
  readonly commentId: number
  readonly mentioned: readonly number[]
  readonly isNew: boolean
}

/** The mentioned people; for a new comment also its other concerned people who still see the document (R23.30). */
async function notify(
  transaction: Transaction<DB>,
  call: PersonContext,
  { document, commentId, mentioned, isNew }: Notified,
): Promise<void> {
  const about = { documentId: document.id, commentId, actorId: call.actor.person.accountId }
  await addNotices(transaction, call, { ...about, kind: 'mention', personIds: mentioned })
  if (!isNew) return
  const concerned = await listConcerned(transaction, document.id)
  const viewers = await listViewersAmong(transaction, document, concerned)
  const others = viewers.filter((id) => !mentioned.includes(id))
  await addNotices(transaction, call, { ...about, kind: 'comment', personIds: others })
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
  const document = await requireDocument(context, fileId, (asked) => mayComment(person, asked))
  const wanted = { search, except: person.accountId, most: MAX_MENTIONABLE }
  return { people: await searchViewers(context.database.kysely, document, wanted) }
}

type CommentTarget = { readonly fileId: number; readonly commentId: number }

/**
 * Changes the text of an own comment and keeps the former one (R23.5).
 * @throws PortalError as `addCommentTo`; 404 for an unknown comment, 403 for that of another person, 409 for a deleted
 * one.
 */
export async function changeCommentText(
  call: PersonContext,
  target: CommentTarget,
  text: string,
): Promise<Comment> {
  return onOwnComment(call, target, async (transaction, { document, comment }) => {
    const mentions = await requireText(transaction, document, {
      text,
      already: comment.mentions.map(({ id }) => id),
    })
    if (text === comment.text) return
    const at = call.clock.now()
    const isMarked = marksChange(comment, at)
    await replaceText(transaction, { commentId: comment.id, text, isMarked, at })
    const mentioned = await setMentions(transaction, comment.id, mentions)
    await notify(transaction, call, { document, commentId: comment.id, mentioned, isNew: false })
    await recordAudit(transaction, call, {
      ...about(document),
      action: 'document.comment_changed',
      after: { comment: comment.id },
    })
  })
}

/**
 * Deletes the text of an own comment; its place in the thread stays (R23.6).
 * @throws PortalError as `changeCommentText`.
 */
export async function deleteCommentText(call: PersonContext, target: CommentTarget): Promise<Comment> {
  return onOwnComment(call, target, async (transaction, { document, comment }) => {
    await removeText(transaction, { commentId: comment.id, at: call.clock.now() })
    await setMentions(transaction, comment.id, [])
    await deleteNoticesOf(transaction, comment.id)
    await recordAudit(transaction, call, {
      ...about(document),
      action: 'document.comment_deleted',
      before: { comment: comment.id },
    })
  })
}

type Owned = { readonly document: DocumentRow; readonly comment: CommentRow }

/** Changes an own comment, and returns it as it is then. */
async function onOwnComment(
  call: PersonContext,
  { fileId, commentId }: CommentTarget,
  change: (transaction: Transaction<DB>, owned: Owned) => Promise<void>,
): Promise<Comment> {
  const { person } = call.actor
  const thread = threadFor(call, fileId)
  return onDocument(call, fileId, async (transaction, document) => {
    const comment = await findComment(transaction, thread, commentId)
    const refusal = comment ? mayChangeComment(person, comment) : COMMENT_NOT_FOUND
    if (!comment || refusal) throw failure(refusal ?? COMMENT_NOT_FOUND)
    await change(transaction, { document, comment })
    return toComment((await findComment(transaction, thread, commentId)) ?? comment, person)
  })
}

/** Runs `work` on a document that takes comments and stays as it is meanwhile. */
async function onDocument<T>(
  context: PersonContext,
  fileId: number,
  work: (transaction: Transaction<DB>, document: DocumentRow) => Promise<T>,
): Promise<T> {
  const { actor, database } = context
  await admitAttempt(context, repeatedActLimits(actor, 'comment'))
  return database.kysely.transaction().execute(async (transaction) => {
    const found = await findDocumentForShare(transaction, fileId)
    const document = requireAllowed(found, (asked) => mayComment(actor.person, asked))
    return work(transaction, document)
  })
}

function threadFor({ actor }: PersonContext, documentId: number): Thread {
  return { documentId, knownTo: actor.person.counties }
}

function about({ id, county_id: countyId }: DocumentRow) {
  return { subject: { kind: 'document', id }, countyId } as const
}
