import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Person } from '../../access/actor.ts'
import { isSeenBy, scopeCondition } from '../../access/county-scope.repository.ts'
import { countyScope } from '../../access/county.policy.ts'
import { nameOrAddress } from '../../accounts/known-people.repository.ts'
import { isOpen } from './questions.repository.ts'

/** The questions that an e-mail is about. */
export type MailedQuestions =
  | { readonly kind: 'one'; readonly number: number }
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'reminder'; readonly remindedAt: string }

export type MailedQuestionRow = {
  readonly fileId: number
  readonly askedBy: string
  readonly points: readonly string[]
  readonly hasText: boolean
  readonly dueDay: string | null
  /** How many there are. */
  readonly total: number
}

function isAmong(of: MailedQuestions): RawBuilder<boolean> {
  if (of.kind === 'one') return sql`q.number = ${of.number}::integer`
  if (of.kind === 'run') return sql`q.run_number = ${of.run}::integer`
  return sql`q.reminded_at = ${of.remindedAt}::timestamptz`
}

/** Of these questions of a person, those that are open and whose documents they see now, the first due first. */
export async function readMailedQuestions(
  db: Kysely<DB>,
  person: Person,
  { of, most }: { readonly of: MailedQuestions; readonly most: number },
): Promise<MailedQuestionRow[]> {
  const { rows } = await sql<MailedQuestionRow>`
    SELECT d.id AS "fileId", ${nameOrAddress(person, 'a')} AS "askedBy", q.points,
      q.text <> '' AS "hasText", q.due_on::text AS "dueDay", count(*) OVER ()::integer AS total
    FROM document_question AS q JOIN document AS d ON d.id = q.document_id AND d.county_id IS NOT DISTINCT FROM q.county_id
    JOIN account AS a ON a.id = q.asked_by
    WHERE q.person_id = ${person.accountId}::integer AND ${isOpen('q')} AND ${isAmong(of)} AND d.deleted_at IS NULL
      AND ${scopeCondition(countyScope(person), 'd')}
    ORDER BY q.due_on NULLS LAST, d.id LIMIT ${most}::integer`.execute(db)
  return rows
}

export type Recipient = { readonly personId: number; readonly email: string }

/** People of runs that have ended, whose questions have no e-mail yet. */
export async function listUnmailedOfRuns(
  db: Kysely<DB>,
  most: number,
): Promise<(Recipient & { readonly run: number })[]> {
  const { rows } = await sql<Recipient & { run: number }>`
    SELECT DISTINCT q.run_number AS run, a.id AS "personId", a.email
    FROM document_question AS q JOIN document AS d ON d.id = q.document_id
    JOIN document_run AS r ON r.number = q.run_number AND r.state <> 'running' JOIN account AS a ON a.id = q.person_id
    WHERE ${isOpen('q')} AND q.mailed_at IS NULL AND d.deleted_at IS NULL AND ${isSeenBy('a', 'd')}
    ORDER BY q.run_number, a.id LIMIT ${most}::integer`.execute(db)
  return rows
}

/** Marks the questions of a run to a person as mailed; false if another server already did. */
export async function takeRunForMail(
  transaction: Transaction<DB>,
  { personId, run, at }: { readonly personId: number; readonly run: number; readonly at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE document_question SET mailed_at = ${at}
    WHERE run_number = ${run}::integer AND person_id = ${personId}::integer AND mailed_at IS NULL`.execute(
    transaction,
  )
  return numAffectedRows > 0n
}

function isDue(day: string): RawBuilder<boolean> {
  return sql`(${isOpen('q')} AND q.remind_on <= ${day}::date AND d.deleted_at IS NULL AND ${isSeenBy('a', 'd')})`
}

/** People with a reminder that is due: active ones, who see its document outside the bin. */
export async function listDueReminders(db: Kysely<DB>, day: string, most: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT DISTINCT a.id AS "personId", a.email
    FROM document_question AS q JOIN document AS d ON d.id = q.document_id JOIN account AS a ON a.id = q.person_id
    WHERE ${isDue(day)} ORDER BY a.id LIMIT ${most}::integer`.execute(db)
  return rows
}

/** The reminders that one question gets. */
const MAX_REMINDERS = 8
/** Questions that one e-mail reminds of; the next one follows a minute later. */
const MAX_OF_MAIL = 1000

type TakenReminder = {
  readonly number: number
  readonly documentId: number
  readonly countyId: number | null
}

/**
 * Takes the due reminders of a person, and sets the day of the next: the due day, then a week later, 8 in all (R26.20).
 * Another server that tries the same gets none.
 */
export async function takeReminders(
  transaction: Transaction<DB>,
  { personId, day, at }: { readonly personId: number; readonly day: string; readonly at: Date },
): Promise<TakenReminder[]> {
  const { rows } = await sql<TakenReminder>`
    UPDATE document_question AS taken SET reminders = taken.reminders + 1, reminded_at = ${at},
      remind_on = CASE WHEN taken.reminders + 1 >= ${MAX_REMINDERS}::integer THEN NULL
        WHEN taken.due_on > ${day}::date THEN taken.due_on ELSE ${day}::date + 7 END
    WHERE taken.number IN (
      SELECT q.number FROM document_question AS q JOIN document AS d ON d.id = q.document_id
      JOIN account AS a ON a.id = q.person_id
      WHERE q.person_id = ${personId}::integer AND ${isDue(day)} ORDER BY q.number LIMIT ${MAX_OF_MAIL}::integer
      FOR UPDATE OF q SKIP LOCKED)
    RETURNING taken.number, taken.document_id AS "documentId", taken.county_id AS "countyId"`.execute(
    transaction,
  )
  return rows
}
