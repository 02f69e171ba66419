import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { nameOrAddress, type NameReader } from '../../accounts/known-people.repository.ts'
import type { DocumentRow } from '../documents.repository.ts'

type DocumentOfQuestion = Pick<DocumentRow, 'id' | 'county_id'>

/** Restricts a query to the open questions `alias`. */
export function isOpen(alias: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${alias}.answered_at`)} IS NULL AND ${sql.ref(`${alias}.withdrawn_at`)} IS NULL)`
}

/** What a person asks, and when its first reminder is due. */
export type NewQuestion = {
  readonly personId: number
  readonly points: readonly string[]
  readonly text: string
  /** A day, YYYY-MM-DD; null for none. */
  readonly dueDay: string | null
  readonly askedBy: number
  readonly at: Date
  /** The day of `at` in the portal's zone. */
  readonly today: string
  readonly run: number | null
}

/** Three days before the due day, or on it, or after a week, whichever comes first after today (R26.20). */
function firstReminder({ today, dueDay }: NewQuestion): RawBuilder<unknown> {
  const [now, due] = [sql`${today}::date`, sql`${dueDay}::date`]
  return sql`CASE WHEN ${due} - 3 > ${now} THEN ${due} - 3 WHEN ${due} > ${now} THEN ${due} ELSE ${now} + 7 END`
}

/** Adds a question and returns its number; null if the document has an open one. */
export async function insertQuestion(
  transaction: Transaction<DB>,
  { id, county_id: countyId }: DocumentOfQuestion,
  question: NewQuestion,
): Promise<number | null> {
  const { personId, points, text, dueDay, askedBy, at, run } = question
  const { rows } = await sql<{ number: number }>`
    INSERT INTO document_question (document_id, county_id, asked_by, asked_at, person_id, points, text, due_on, run_number, remind_on)
    VALUES (${id}::integer, ${countyId}::integer, ${askedBy}::integer, ${at}, ${personId}::integer, ${points}::text[], ${text},
      ${dueDay}::date, ${run}::integer, ${firstReminder(question)})
    ON CONFLICT (document_id) WHERE answered_at IS NULL AND withdrawn_at IS NULL DO NOTHING
    RETURNING number`.execute(transaction)
  return rows[0]?.number ?? null
}

export async function markMailed(transaction: Transaction<DB>, number: number, at: Date): Promise<void> {
  await transaction
    .updateTable('document_question')
    .set({ mailed_at: at })
    .where('number', '=', number)
    .execute()
}

/** The address of a person. */
export async function findAddress(transaction: Transaction<DB>, personId: number): Promise<string> {
  const { email } = await transaction
    .selectFrom('account')
    .where('id', '=', personId)
    .select('email')
    .executeTakeFirstOrThrow()
  return email
}

export type QuestionRow = {
  readonly number: number
  readonly documentId: number
  readonly askedById: number
  readonly askedBy: string
  readonly askedAt: Date
  readonly personId: number
  readonly person: string
  readonly points: readonly string[]
  readonly text: string
  readonly dueDay: string | null
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
  readonly answer: string | null
  /** Null also if nobody withdrew it by hand. */
  readonly withdrawnBy: string | null
  readonly withdrawnAt: Date | null
}

/** The columns of a question for a reader. A question is read in its county only. */
function questionsFor(reader: NameReader): RawBuilder<unknown> {
  return sql`q.number, q.document_id AS "documentId", q.asked_by AS "askedById", ${nameOrAddress(reader, 'asker')} AS "askedBy",
    q.asked_at AS "askedAt", q.person_id AS "personId", ${nameOrAddress(reader, 'asked')} AS person, q.points, q.text,
    q.due_on::text AS "dueDay", ${nameOrAddress(reader, 'answerer')} AS "answeredBy", q.answered_at AS "answeredAt", q.answer,
    ${nameOrAddress(reader, 'withdrawer')} AS "withdrawnBy", q.withdrawn_at AS "withdrawnAt"
  FROM document_question AS q JOIN document AS d ON d.id = q.document_id AND d.county_id IS NOT DISTINCT FROM q.county_id
  JOIN account AS asker ON asker.id = q.asked_by JOIN account AS asked ON asked.id = q.person_id
  LEFT JOIN account AS answerer ON answerer.id = q.answered_by
  LEFT JOIN account AS withdrawer ON withdrawer.id = q.withdrawn_by`
}

/** The open questions of these documents, by document. */
export async function findOpenQuestions(
  db: Kysely<DB>,
  documentIds: readonly number[],
  reader: NameReader,
): Promise<ReadonlyMap<number, QuestionRow>> {
  const { rows } = await sql<QuestionRow>`
    SELECT ${questionsFor(reader)} WHERE q.document_id = ANY (${documentIds}::integer[]) AND ${isOpen('q')}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.documentId, row]))
}

/** A question about a document, also one that was answered or withdrawn. */
export async function findQuestion(
  db: Kysely<DB>,
  { documentId, number }: { readonly documentId: number; readonly number: number },
  reader: NameReader,
): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`
    SELECT ${questionsFor(reader)} WHERE q.document_id = ${documentId}::integer AND q.number = ${number}::integer`.execute(
    db,
  )
  return rows[0]
}

/** The newest questions of a document, newest first. */
export async function listQuestionsOf(
  db: Kysely<DB>,
  documentId: number,
  { reader, most }: { readonly reader: NameReader; readonly most: number },
): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    SELECT ${questionsFor(reader)} WHERE q.document_id = ${documentId}::integer
    ORDER BY q.number DESC LIMIT ${most}::integer`.execute(db)
  return rows
}

type Answer = {
  readonly number: number
  readonly by: number
  readonly at: Date
  readonly text: string
  readonly files: readonly number[]
}

/** Stores the answer of an open question of a locked document, with its files. */
export async function writeAnswer(
  transaction: Transaction<DB>,
  { number, by, at, text, files }: Answer,
): Promise<void> {
  await transaction
    .updateTable('document_question')
    .set({ answered_by: by, answered_at: at, answer: text, remind_on: null })
    .where('number', '=', number)
    .execute()
  await sql`
    INSERT INTO question_answer_file (question_number, document_id)
    SELECT ${number}::integer, id FROM unnest(${files}::integer[]) AS id`.execute(transaction)
}

export type WithdrawnRow = { readonly number: number; readonly documentId: number }

/** Withdraws the open questions of locked documents, and returns them. `by` is null if no person did. */
export async function withdrawOpenQuestions(
  transaction: Transaction<DB>,
  documentIds: readonly number[],
  { by, at }: { readonly by: number | null; readonly at: Date },
): Promise<WithdrawnRow[]> {
  const { rows } = await sql<WithdrawnRow>`
    UPDATE document_question AS q SET withdrawn_by = ${by}::integer, withdrawn_at = ${at}, remind_on = NULL
    WHERE q.document_id = ANY (${documentIds}::integer[]) AND ${isOpen('q')}
    RETURNING q.number, q.document_id AS "documentId"`.execute(transaction)
  return rows
}
