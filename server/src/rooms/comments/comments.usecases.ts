import { MAX_MENTIONS, mentionedIn } from '@portal/contract/comments/comment-text.ts'
import {
  COMMENT_KEY_USED,
  COMMENT_NOT_FOUND,
  MENTION_FORBIDDEN,
  TOO_MANY_MENTIONS,
  type addComment as addCommentCall,
  type Comment,
} from '@portal/contract/comments/comments.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import { recordAudit } from '../../records/audit/record.ts'
import {
  insertComment,
  removeTexts,
  replaceText,
  setMentions,
} from '../../records/comments/comments.repository.ts'
import { requireCommentText } from '../../records/comments/require-comment-text.ts'
import type { PersonContext } from '../../records/context.ts'
import { findDocumentForShare, type DocumentRow } from '../../records/documents/documents.repository.ts'
import { listViewersAmong } from '../../records/documents/document-viewers.repository.ts'
import { deleteNoticesOf, removeMentions } from '../../records/notices/notices.repository.ts'
import { addNotices } from '../../records/notices/notices.ts'
import { requireAllowed } from '../../records/documents/require-document.ts'
import { toComment } from './comments.models.ts'
import { marksChange, mayChangeComment, mayComment } from './comments.policy.ts'
import {
  findComment,
  findSentComment,
  listConcerned,
  type CommentRow,
  type Thread,
} from './comments.repository.ts'

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
    const mentions = await requireText(transaction, document, { text })
    const id = await insertComment(transaction, {
      documentId: fileId,
      authorId: actor.person.accountId,
      key,
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
    const row = await findSentComment(transaction, threadFor(call, fileId), key)
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
  const viewers = await listViewersAmong(transaction, document.id, concerned)
  const others = viewers.filter((id) => !mentioned.includes(id))
  await addNotices(transaction, call, { ...about, kind: 'comment', personIds: others })
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
    const already = comment.mentions.map(({ id }) => id)
    const mentions = await requireText(transaction, document, { text, already })
    if (text === comment.text) return
    const at = call.clock.now()
    const isMarked = marksChange(comment, at)
    await replaceText(transaction, { commentId: comment.id, text, isMarked, at })
    const mentioned = await setMentions(transaction, comment.id, mentions)
    await removeMentions(transaction, {
      commentId: comment.id,
      personIds: already.filter((id) => !mentions.includes(id)),
      concerned: await listConcerned(transaction, document.id),
    })
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
    await removeTexts(transaction, { commentIds: [comment.id], at: call.clock.now() })
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
  const result = await database.kysely.transaction().execute(async (transaction) => {
    const found = await findDocumentForShare(transaction, fileId)
    const document = requireAllowed(found, (asked) => mayComment(actor.person, asked))
    return work(transaction, document)
  })
  context.jobs.wake()
  return result
}

function threadFor({ actor }: PersonContext, documentId: number): Thread {
  return { documentId, reader: actor.person }
}

function about({ id, county_id: countyId }: DocumentRow) {
  return { subject: { kind: 'document', id }, countyId } as const
}

/**
 * Checks a text for a comment on a document (R23.2, R23.10). People whom the comment already mentions may have lost sight
 * of it.
 * @returns the people whom it mentions.
 * @throws PortalError 400 for an empty or long text, for too many mentions, and for a mention of a person who does not
 * see the document. Which person it was, or whether they exist, it does not say.
 */
async function requireText(
  transaction: Transaction<DB>,
  document: DocumentRow,
  { text, already = [] }: { readonly text: string; readonly already?: readonly number[] },
): Promise<readonly number[]> {
  requireCommentText(text)
  const mentioned = mentionedIn(text)
  if (mentioned.length > MAX_MENTIONS) throw failure(TOO_MANY_MENTIONS)
  const added = mentioned.filter((id) => !already.includes(id))
  if (added.length === 0) return mentioned
  const viewers = await listViewersAmong(transaction, document.id, added)
  if (viewers.length < added.length) throw failure(MENTION_FORBIDDEN)
  return mentioned
}
