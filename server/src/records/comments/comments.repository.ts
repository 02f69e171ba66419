import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { isSeenBy } from '../access/county-scope.repository.ts'

type NewComment = {
  readonly documentId: number
  readonly countyId: number | null
  readonly authorId: number
  /** Chosen by the sender. */
  readonly key: string
  readonly text: string
  readonly at: Date
}

/** Adds a comment and returns its id; null if its author has already sent one with that key. */
export async function insertComment(
  transaction: Transaction<DB>,
  { documentId, countyId, authorId, key, text, at }: NewComment,
): Promise<number | null> {
  const inserted = await transaction
    .insertInto('document_comment')
    .values({
      document_id: documentId,
      county_id: countyId,
      author_id: authorId,
      key,
      text,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['author_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

type SameComment = Omit<NewComment, 'documentId' | 'countyId' | 'key'> & {
  readonly documentIds: readonly number[]
}

/** Adds the same comment to locked documents. Returns the id of each comment, by document. */
export async function insertSameComment(
  transaction: Transaction<DB>,
  { documentIds, authorId, text, at }: SameComment,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; documentId: number }>`
    INSERT INTO document_comment (document_id, county_id, author_id, key, text, created_at)
    SELECT d.id, d.county_id, ${authorId}::integer, gen_random_uuid(), ${text}, ${at}
    FROM document AS d WHERE d.id = ANY (${documentIds}::integer[])
    RETURNING id, document_id AS "documentId"`.execute(transaction)
  return new Map(rows.map(({ id, documentId }) => [documentId, id]))
}

export type CommentState = 'as added' | 'changed' | 'deleted'

/** Whether each of these comments is still as it was added, by id. */
export async function findCommentStates(
  db: Kysely<DB>,
  commentIds: readonly number[],
): Promise<ReadonlyMap<number, CommentState>> {
  const { rows } = await sql<{ id: number; state: CommentState }>`
    SELECT c.id, CASE WHEN c.text IS NULL THEN 'deleted'
      WHEN EXISTS (SELECT FROM comment_version AS v WHERE v.comment_id = c.id) THEN 'changed'
      ELSE 'as added' END AS state
    FROM document_comment AS c WHERE c.id = ANY (${commentIds}::integer[])`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Of locked documents, how many concern a person, and the first of them. */
export type Concern = {
  readonly personId: number
  readonly documentId: number
  readonly documents: number
}

/** The uploaders and commenters of documents, as far as they see them now (R23.30). */
export async function listConcerns(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<Concern[]> {
  const { rows } = await sql<Concern>`
    SELECT a.id AS "personId", min(d.id) AS "documentId", count(*)::integer AS documents
    FROM document AS d
    CROSS JOIN LATERAL (
      SELECT d.uploaded_by AS id UNION SELECT c.author_id FROM document_comment AS c WHERE c.document_id = d.id
    ) AS concerned
    JOIN account AS a ON a.id = concerned.id
    WHERE d.id = ANY (${documentIds}::integer[]) AND ${isSeenBy('a', 'd')} GROUP BY a.id ORDER BY a.id`.execute(
    transaction,
  )
  return rows
}

type Replacement = { readonly commentId: number; readonly at: Date }

/** Replaces the text of a locked comment and keeps the former one. `isMarked`: the comment then says that it changed. */
export async function replaceText(
  transaction: Transaction<DB>,
  { commentId, text, isMarked, at }: Replacement & { readonly text: string; readonly isMarked: boolean },
): Promise<void> {
  await keepVersions(transaction, { commentIds: [commentId], at })
  await transaction
    .updateTable('document_comment')
    .set({ text, ...(isMarked && { edited_at: at }) })
    .where('id', '=', commentId)
    .execute()
}

type Removal = { readonly commentIds: readonly number[]; readonly at: Date }

/** Deletes the texts of locked comments, which are kept as their last versions. */
export async function removeTexts(transaction: Transaction<DB>, { commentIds, at }: Removal): Promise<void> {
  await keepVersions(transaction, { commentIds, at })
  await transaction
    .updateTable('document_comment')
    .set({ text: null, deleted_at: at })
    .where('id', '=', sql<number>`ANY(${commentIds}::integer[])`)
    .execute()
}

async function keepVersions(transaction: Transaction<DB>, { commentIds, at }: Removal): Promise<void> {
  await sql`
    INSERT INTO comment_version (comment_id, number, text, replaced_at)
    SELECT c.id, 1 + (SELECT count(*) FROM comment_version AS v WHERE v.comment_id = c.id), c.text, ${at}
    FROM document_comment AS c WHERE c.id = ANY (${commentIds}::integer[])`.execute(transaction)
}

/** Replaces the people whom a comment mentions, and returns those who are new. */
export async function setMentions(
  transaction: Transaction<DB>,
  commentId: number,
  personIds: readonly number[],
): Promise<number[]> {
  await sql`
    DELETE FROM comment_mention
    WHERE comment_id = ${commentId}::integer AND person_id <> ALL (${personIds}::integer[])`.execute(
    transaction,
  )
  const { rows } = await sql<{ id: number }>`
    INSERT INTO comment_mention (comment_id, person_id)
    SELECT ${commentId}::integer, id FROM unnest(${personIds}::integer[]) AS id
    ON CONFLICT DO NOTHING RETURNING person_id AS id`.execute(transaction)
  return rows.map(({ id }) => id)
}
