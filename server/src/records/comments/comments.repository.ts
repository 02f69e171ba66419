import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

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

type Replacement = { readonly commentId: number; readonly at: Date }

/** Replaces the text of a locked comment and keeps the former one. `isMarked`: the comment then says that it changed. */
export async function replaceText(
  transaction: Transaction<DB>,
  { commentId, text, isMarked, at }: Replacement & { readonly text: string; readonly isMarked: boolean },
): Promise<void> {
  await keepVersion(transaction, { commentId, at })
  await transaction
    .updateTable('document_comment')
    .set({ text, ...(isMarked && { edited_at: at }) })
    .where('id', '=', commentId)
    .execute()
}

/** Deletes the text of a locked comment, which is kept as its last version. */
export async function removeText(
  transaction: Transaction<DB>,
  { commentId, at }: Replacement,
): Promise<void> {
  await keepVersion(transaction, { commentId, at })
  await transaction
    .updateTable('document_comment')
    .set({ text: null, deleted_at: at })
    .where('id', '=', commentId)
    .execute()
}

async function keepVersion(transaction: Transaction<DB>, { commentId, at }: Replacement): Promise<void> {
  await sql`
    INSERT INTO comment_version (comment_id, number, text, replaced_at)
    SELECT c.id, 1 + (SELECT count(*) FROM comment_version WHERE comment_id = c.id), c.text, ${at}
    FROM document_comment AS c WHERE c.id = ${commentId}::integer`.execute(transaction)
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
