import { sql, type Kysely, type Selectable } from 'kysely'
import type { AuditRecord, DB } from '../../engines/database/generated/db.d.ts'
import type { AuditSubject } from './events/audit-entry.ts'

/** The midnight at which a day begins in a time zone. */
export type Day = { readonly day: string; readonly timeZone: string }

export type AuditQuestion = { subject?: AuditSubject; email?: string; since?: Date | Day }

export type AuditRow = Selectable<AuditRecord>

/** Includes the current address of the account that was acted on; null for other subjects. */
export type NamedAuditRow = AuditRow & { readonly subject_email: string | null }

const PORTION = 1000

/** Older records may name an account by its address. */
const SUBJECT_EMAIL = sql<string | null>`
  CASE WHEN subject_kind = 'account' AND subject_id ~ '^[1-9][0-9]{0,8}$'
  THEN (SELECT a.email FROM account AS a WHERE a.id = subject_id::integer) END`

/** Records in batches, newest first, so that a long history needs little memory. No batch is empty. */
export async function* readAudit(
  db: Kysely<DB>,
  { subject, email, since }: AuditQuestion,
): AsyncGenerator<NamedAuditRow[]> {
  let last: NamedAuditRow | undefined
  for (;;) {
    let query = db
      .selectFrom('audit_record')
      .selectAll()
      .select(SUBJECT_EMAIL.as('subject_email'))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(PORTION)
    if (subject)
      query = query.where('subject_kind', '=', subject.kind).where('subject_id', '=', String(subject.id))
    if (email !== undefined) query = query.where('actor_name', '=', email)
    if (since !== undefined) query = query.where('at', '>=', momentOf(since))
    if (last) query = query.where(sql<boolean>`(at, id) < (${last.at}::timestamptz, ${last.id}::bigint)`)
    const rows = await query.execute()
    if (rows.length > 0) yield rows
    if (rows.length < PORTION) return
    last = rows.at(-1)
  }
}

function momentOf(since: Date | Day) {
  return since instanceof Date
    ? sql<Date>`${since}::timestamptz`
    : sql<Date>`(${since.day}::timestamp AT TIME ZONE ${since.timeZone})`
}
