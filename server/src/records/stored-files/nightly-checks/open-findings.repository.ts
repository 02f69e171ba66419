import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'

/** Documents, messages that wait for a person, or the database. */
export type FindingSource = 'bytes' | 'mails' | 'database'

/** The problem of one subject; null if the check found none. */
export type CheckResult = { readonly subject: string; readonly problem: string | null }

/** Stores the problems of the checked subjects, and deletes those that no longer exist. */
export async function saveFindings(
  transaction: Transaction<DB>,
  source: FindingSource,
  looked: readonly CheckResult[],
): Promise<void> {
  const subjects = looked.map(({ subject }) => subject)
  const wrong = looked.flatMap(({ subject, problem }) =>
    problem === null ? [] : [{ source, subject, problem }],
  )
  await transaction
    .deleteFrom('standing_finding')
    .where('source', '=', source)
    .where('subject', '=', sql<string>`ANY(${subjects}::text[])`)
    .execute()
  if (wrong.length > 0) await transaction.insertInto('standing_finding').values(wrong).execute()
}

/** Replaces all findings of a source after a complete check. */
export async function replaceFindings(
  transaction: Transaction<DB>,
  source: FindingSource,
  wrong: readonly CheckResult[],
): Promise<void> {
  await transaction.deleteFrom('standing_finding').where('source', '=', source).execute()
  await saveFindings(transaction, source, wrong)
}

/** Deletes findings about documents that are gone. */
export async function deleteFindingsOfGoneDocuments(db: Kysely<DB>): Promise<void> {
  await sql`
    DELETE FROM standing_finding WHERE source = 'bytes'
      AND NOT EXISTS (SELECT FROM document WHERE id::text = subject)`.execute(db)
}

export async function countFindings(db: Kysely<DB>): Promise<{ source: string; count: number }[]> {
  return db
    .selectFrom('standing_finding')
    .select(['source', sql<number>`count(*)::integer`.as('count')])
    .groupBy('source')
    .orderBy('source')
    .execute()
}
