import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** The files of a run that a notice looks through for one to name. More are not worth their time at each count. */
const MAX_FILES = 5000

/** Ids of the files that the run of the notice `alias` has changed, from its document on, in their order. */
export function filesOfRun(alias: string): RawBuilder<unknown> {
  return sql`(
    SELECT i.document_id FROM document_run_item AS i
    WHERE i.run_number = ${sql.ref(`${alias}.run_number`)} AND i.outcome = 'changed'
      AND i.document_id >= ${sql.ref(`${alias}.document_id`)}
    ORDER BY i.document_id LIMIT ${MAX_FILES}::integer)`
}

/** Whether the notice `n` of a run is about the document `d` now: still assigned, still asked, or still commented on. */
export const IS_ABOUT_FILE = sql<boolean>`(CASE n.kind
  WHEN 'assigned' THEN EXISTS (
    SELECT FROM document_assignee AS x WHERE x.document_id = d.id AND x.person_id = n.person_id)
  WHEN 'asked' THEN EXISTS (
    SELECT FROM document_question AS q WHERE q.document_id = d.id AND q.person_id = n.person_id
      AND q.run_number = n.run_number AND q.answered_at IS NULL AND q.withdrawn_at IS NULL)
  ELSE (d.uploaded_by = n.person_id OR EXISTS (
      SELECT FROM document_comment AS own WHERE own.document_id = d.id AND own.author_id = n.person_id))
    AND EXISTS (
      SELECT FROM document_comment AS w WHERE w.document_id = d.id AND w.author_id = n.actor_id AND w.text IS NOT NULL)
  END)`

type RunNotice = {
  readonly runNumber: number
  readonly personId: number
  /** The first of the added files. */
  readonly documentId: number
  readonly more: number
}

/** Adds files to the notice of a run for a person. False if there is no such notice yet. */
export async function addToRunNotice(
  transaction: Transaction<DB>,
  { runNumber, personId, documentId, more }: RunNotice,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE notice SET others = others + ${more}::integer, document_id = least(document_id, ${documentId}::integer)
    WHERE run_number = ${runNumber}::integer AND person_id = ${personId}::integer RETURNING id`.execute(
    transaction,
  )
  return rows.length > 0
}

/**
 * Takes documents that an undo has changed back off the notices of the undone run, and deletes notices that are about no
 * file any more (R23.37).
 */
export async function takeOffRunNotices(
  transaction: Transaction<DB>,
  { runNumber, documentIds }: { readonly runNumber: number; readonly documentIds: readonly number[] },
): Promise<void> {
  if (documentIds.length === 0) return
  await sql`
    WITH back AS (
      SELECT n.id, count(*)::integer AS files FROM notice AS n JOIN document AS d ON d.id = ANY (${documentIds}::integer[])
      WHERE n.run_number = ${runNumber}::integer AND CASE n.kind
        WHEN 'assigned' THEN true
        WHEN 'asked' THEN EXISTS (
          SELECT FROM document_question AS q
          WHERE q.document_id = d.id AND q.person_id = n.person_id AND q.run_number = n.run_number)
        ELSE d.uploaded_by = n.person_id OR EXISTS (
          SELECT FROM document_comment AS own WHERE own.document_id = d.id AND own.author_id = n.person_id)
        END
      GROUP BY n.id
    ), reduced AS (
      UPDATE notice SET others = others - back.files FROM back WHERE notice.id = back.id AND others >= back.files
    )
    DELETE FROM notice USING back WHERE notice.id = back.id AND others < back.files`.execute(transaction)
}

/** Moves the notices of runs from documents that are about to be deleted to the next files of their runs (R23.37). */
export async function moveRunNotices(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE notice SET document_id = moved.next FROM (
      SELECT n.id, (
        SELECT d.id FROM ${filesOfRun('n')} AS of_run JOIN document AS d ON d.id = of_run.document_id
        WHERE d.id <> ALL (${documentIds}::integer[]) ORDER BY of_run.document_id LIMIT 1) AS next
      FROM notice AS n WHERE n.document_id = ANY (${documentIds}::integer[]) AND n.run_number IS NOT NULL
    ) AS moved WHERE notice.id = moved.id AND moved.next IS NOT NULL`.execute(transaction)
}
