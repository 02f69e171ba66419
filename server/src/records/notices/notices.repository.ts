import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { NoticeKind } from '@portal/contract/notices/notices.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Counties } from '../access/actor.ts'
import { nameOrAddress } from '../accounts/known-people.repository.ts'
import { scopeCondition } from '../access/county-scope.repository.ts'
import type { CountyScope } from '../access/county.policy.ts'
import { filesOfRun, IS_ABOUT_FILE } from './run-notices.repository.ts'

type NewNotices = {
  readonly personIds: readonly number[]
  readonly kind: NoticeKind
  readonly documentId: number
  readonly commentId: number | null
  readonly actorId: number
  readonly at: Date
  /** The run that assigned the document, and how many more it has assigned. */
  readonly run: { readonly number: number; readonly others: number } | null
}

/**
 * Adds a notice for each person, and returns their numbers. A person has one of a comment: a mention replaces the notice
 * that the comment was written (R23.30).
 */
export async function insertNotices(
  transaction: Transaction<DB>,
  { personIds, kind, documentId, commentId, actorId, at, run }: NewNotices,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH replaced AS (
      DELETE FROM notice WHERE comment_id = ${commentId}::integer AND person_id = ANY (${personIds}::integer[])
        AND kind <> ${kind})
    INSERT INTO notice (person_id, kind, document_id, comment_id, actor_id, created_at, run_number, others)
    SELECT p.id, ${kind}, ${documentId}::integer, ${commentId}::integer, ${actorId}::integer, ${at},
      ${run?.number ?? null}::integer, ${run?.others ?? 0}::integer
    FROM unnest(${personIds}::integer[]) AS p (id)
    WHERE NOT EXISTS (
      SELECT FROM notice AS same
      WHERE same.comment_id = ${commentId}::integer AND same.person_id = p.id AND same.kind = ${kind})
    RETURNING id::text`.execute(transaction)
  return rows.map(({ id }) => id)
}

type Unmentioned = {
  readonly commentId: number
  /** The people whom the comment mentions no more. */
  readonly personIds: readonly number[]
  /** The people who get a notice of each comment on the document. */
  readonly concerned: readonly number[]
}

/** Takes unread notices of mentions away. For concerned people they say that the comment was written (R23.30). */
export async function removeMentions(
  transaction: Transaction<DB>,
  { commentId, personIds, concerned }: Unmentioned,
): Promise<void> {
  const isUnread = sql`comment_id = ${commentId}::integer AND person_id = ANY (${personIds}::integer[])
    AND kind = 'mention' AND read_at IS NULL`
  await sql`
    UPDATE notice SET kind = 'comment' WHERE ${isUnread} AND person_id = ANY (${concerned}::integer[])`.execute(
    transaction,
  )
  await sql`DELETE FROM notice WHERE ${isUnread}`.execute(transaction)
}

/** Deletes the unread notices of people to whom these documents are no longer assigned, except those of runs (R23.36). */
export async function deleteTakenAssignments(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM notice AS n
    WHERE n.document_id = ANY (${documentIds}::integer[]) AND n.kind = 'assigned' AND n.run_number IS NULL
      AND n.read_at IS NULL AND NOT EXISTS (
        SELECT FROM document_assignee AS x WHERE x.document_id = n.document_id AND x.person_id = n.person_id)`.execute(
    transaction,
  )
}

/** Deletes the notices of a comment. */
export async function deleteNoticesOf(transaction: Transaction<DB>, commentId: number): Promise<void> {
  await transaction.deleteFrom('notice').where('comment_id', '=', commentId).execute()
}

/** Deletes the notices of one kind about these documents, except those of runs, which are about others, too. */
export async function deleteNoticesOfDocuments(
  transaction: Transaction<DB>,
  { documentIds, kind }: { readonly documentIds: readonly number[]; readonly kind: NoticeKind },
): Promise<void> {
  await sql`
    DELETE FROM notice WHERE document_id = ANY (${documentIds}::integer[]) AND kind = ${kind} AND run_number IS NULL`.execute(
    transaction,
  )
}

/** The person whose notices a query returns, and the documents and comments that they may see now. */
export type NoticeReader = {
  readonly accountId: number
  readonly scope: CountyScope
  readonly knownTo: Counties
}

/**
 * Notices `n` with their comments `c` and the files `d` that they name. The right counts at the moment of reading: a person
 * may have lost a county since (R23.31). A run has the first file that it is still about and that the person sees (R23.37).
 */
function noticesFor({ scope }: NoticeReader): RawBuilder<unknown> {
  const isSeen = sql`d.deleted_at IS NULL AND ${scopeCondition(scope, 'd')}`
  return sql`notice AS n LEFT JOIN document_comment AS c ON c.id = n.comment_id CROSS JOIN LATERAL (
    SELECT d.id, d.file_name FROM document AS d WHERE n.run_number IS NULL AND d.id = n.document_id AND ${isSeen}
    UNION ALL (
      SELECT d.id, d.file_name FROM ${filesOfRun('n')} AS of_run JOIN document AS d ON d.id = of_run.document_id
      WHERE ${isSeen} AND ${IS_ABOUT_FILE} ORDER BY of_run.document_id LIMIT 1)
  ) AS d`
}

function isFor({ accountId, knownTo }: NoticeReader): RawBuilder<boolean> {
  const isOfTheirs =
    knownTo === 'all' || knownTo.length === 0
      ? sql`${knownTo === 'all'}::boolean OR c.county_id IS NULL`
      : sql`c.county_id = ANY (${knownTo}::integer[])`
  return sql`(n.person_id = ${accountId}::integer AND (n.comment_id IS NULL OR ${isOfTheirs}))`
}

/** How many notices a person has not read, up to a number. */
export async function countUnread(db: Kysely<DB>, reader: NoticeReader, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (
      SELECT FROM ${noticesFor(reader)} WHERE ${isFor(reader)} AND n.read_at IS NULL ORDER BY n.id DESC LIMIT ${most}::integer
    ) AS unread`.execute(db)
  return rows[0]?.n ?? 0
}

export type NoticeRow = {
  readonly id: string
  readonly kind: string
  readonly actor: string
  readonly fileId: number
  readonly fileName: string
  readonly others: number
  readonly createdAt: Date
  readonly readAt: Date | null
}

/** The actor has the name that the reader may know (R15.57). */
function rowFor({ accountId, knownTo }: NoticeReader): RawBuilder<unknown> {
  return sql`n.id::text, n.kind, ${nameOrAddress({ accountId, counties: knownTo }, 'a')} AS actor, d.id AS "fileId",
    d.file_name AS "fileName", n.others, n.created_at AS "createdAt", n.read_at AS "readAt"`
}

/** The newest notices of a person of these kinds. */
export async function readNewest(
  db: Kysely<DB>,
  reader: NoticeReader,
  { kinds, most }: { readonly kinds: readonly string[]; readonly most: number },
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    SELECT ${rowFor(reader)} FROM ${noticesFor(reader)} JOIN account AS a ON a.id = n.actor_id
    WHERE ${isFor(reader)} AND n.kind = ANY (${kinds}::text[]) ORDER BY n.id DESC LIMIT ${most}::integer`.execute(
    db,
  )
  return rows
}

/** Of these notices of a person, those that they have not read, oldest first. */
export async function readUnreadAmong(
  db: Kysely<DB>,
  reader: NoticeReader,
  ids: readonly string[],
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    SELECT ${rowFor(reader)} FROM ${noticesFor(reader)} JOIN account AS a ON a.id = n.actor_id
    WHERE ${isFor(reader)} AND n.read_at IS NULL AND n.id = ANY (${ids}::bigint[]) ORDER BY n.id`.execute(db)
  return rows
}

/** Marks the notices of a person that name a document as read. */
export async function markDocumentRead(
  db: Kysely<DB>,
  reader: NoticeReader,
  { documentId, at }: { readonly documentId: number; readonly at: Date },
): Promise<void> {
  await sql`
    UPDATE notice SET read_at = ${at} WHERE id IN (
      SELECT n.id FROM ${noticesFor(reader)} WHERE ${isFor(reader)} AND n.read_at IS NULL AND d.id = ${documentId}::integer
        AND (n.run_number IS NOT NULL OR n.document_id = ${documentId}::integer))`.execute(db)
}

/** Marks the notices of a person up to a number as read, but none that the person may not see now (R23.33). */
export async function markAllRead(
  db: Kysely<DB>,
  reader: NoticeReader,
  { upTo, at }: { readonly upTo: string; readonly at: Date },
): Promise<void> {
  await sql`
    UPDATE notice SET read_at = ${at} WHERE id IN (
      SELECT n.id FROM ${noticesFor(reader)} WHERE ${isFor(reader)} AND n.id <= ${upTo}::bigint AND n.read_at IS NULL)`.execute(
    db,
  )
}

/** Deletes notices that were read before that moment. */
export async function deleteNoticesReadBefore(db: Kysely<DB>, moment: Date): Promise<void> {
  await db.deleteFrom('notice').where('read_at', '<', moment).execute()
}
