import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { nameOrAddress, type NameReader } from '../../records/accounts/known-people.repository.ts'

export type NamedRow = { readonly id: number; readonly name: string }

export type CommentRow = {
  readonly id: number
  readonly authorId: number
  readonly author: string
  /** Null for a deleted comment. */
  readonly text: string | null
  readonly mentions: readonly NamedRow[]
  readonly createdAt: Date
  readonly editedAt: Date | null
  readonly deletedAt: Date | null
}

/** The comments of a document that a reader of these counties may know (R23.4). */
export type Thread = { readonly documentId: number; readonly reader: NameReader }

/** People have the names that the reader may know (R15.57). */
function commentFor(reader: NameReader): RawBuilder<unknown> {
  return sql`
    c.id, c.author_id AS "authorId", ${nameOrAddress(reader, 'a')} AS author, c.text,
    c.created_at AS "createdAt", c.edited_at AS "editedAt", c.deleted_at AS "deletedAt",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${nameOrAddress(reader, 'p')}) ORDER BY p.id), '[]')
     FROM comment_mention AS m JOIN account AS p ON p.id = m.person_id WHERE m.comment_id = c.id) AS mentions
    FROM document_comment AS c JOIN account AS a ON a.id = c.author_id`
}

/** A person without counties sees documents without a county only, and so are their comments. */
function isInThread({ documentId, reader: { counties: knownTo } }: Thread): RawBuilder<boolean> {
  const ofDocument = sql`c.document_id = ${documentId}::integer`
  if (knownTo === 'all') return sql`${ofDocument}`
  return knownTo.length === 0
    ? sql`(${ofDocument} AND c.county_id IS NULL)`
    : sql`(${ofDocument} AND c.county_id = ANY (${knownTo}::integer[]))`
}

type Page = { readonly before: number | null; readonly most: number }

/** The newest comments of a thread before an id, newest first. */
export async function readComments(
  db: Kysely<DB>,
  thread: Thread,
  { before, most }: Page,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    SELECT ${commentFor(thread.reader)} WHERE ${isInThread(thread)} AND (${before}::integer IS NULL OR c.id < ${before}::integer)
    ORDER BY c.id DESC LIMIT ${most}::integer`.execute(db)
  return rows
}

/** Who may expect an answer to a new comment of a document: its uploader, and everyone who has commented on it. */
export async function listConcerned(transaction: Transaction<DB>, documentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT uploaded_by AS id FROM document WHERE id = ${documentId}::integer
    UNION SELECT author_id FROM document_comment WHERE document_id = ${documentId}::integer`.execute(
    transaction,
  )
  return rows.map(({ id }) => id)
}

/** How many comments of a thread are not deleted. */
export async function countComments(db: Kysely<DB>, thread: Thread): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM document_comment AS c
    WHERE ${isInThread(thread)} AND c.deleted_at IS NULL`.execute(db)
  return rows[0]?.n ?? 0
}

/** A comment of a thread, locked until the transaction ends. */
export async function findComment(
  transaction: Transaction<DB>,
  thread: Thread,
  commentId: number,
): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    SELECT ${commentFor(thread.reader)} WHERE ${isInThread(thread)} AND c.id = ${commentId}::integer FOR UPDATE OF c`.execute(
    transaction,
  )
  return rows[0]
}

/** The comment that the reader has already sent to the document with that key. */
export async function findSentComment(
  transaction: Transaction<DB>,
  { documentId, reader }: Thread,
  key: string,
): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    SELECT ${commentFor(reader)}
    WHERE c.document_id = ${documentId}::integer AND c.author_id = ${reader.accountId}::integer AND c.key = ${key}::uuid`.execute(
    transaction,
  )
  return rows[0]
}
