import { STATUS } from '@portal/contract/files/status.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { scopeCondition } from '../../records/access/county-scope.repository.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { isOpen } from '../../records/documents/questions/questions.repository.ts'

type Mine = { readonly accountId: number; readonly scope: CountyScope }

/** A position in the documents of a person: the assignment that precedes it. */
export type WorkPosition = { readonly at: Date; readonly id: number }

export type AssignedRow = {
  readonly id: number
  readonly fileName: string
  readonly categoryId: number
  readonly typeId: number
  readonly statusId: number
  readonly countyId: number | null
  readonly assignedAt: Date
  /** The address of another person; null for the person themselves. */
  readonly assignedBy: string | null
}

const IS_COMPLETED = sql`d.status_id = ${STATUS.completed}::integer`

/** The documents of a person. A person who loses sight of one has it no longer. */
function assignedTo({ accountId, scope }: Mine): RawBuilder<unknown> {
  return sql`document_assignee AS x JOIN document AS d ON d.id = x.document_id
    WHERE x.person_id = ${accountId}::integer AND d.deleted_at IS NULL AND ${scopeCondition(scope, 'd')}`
}

/** How many documents of a person are not done, and how many are completed. */
export async function countByState(
  db: Kysely<DB>,
  mine: Mine,
): Promise<{ readonly total: number; readonly completed: number }> {
  const { rows } = await sql<{ total: number; completed: number }>`
    SELECT count(*) FILTER (WHERE NOT ${IS_COMPLETED})::integer AS total,
      count(*) FILTER (WHERE ${IS_COMPLETED})::integer AS completed FROM ${assignedTo(mine)}`.execute(db)
  return rows[0] ?? { total: 0, completed: 0 }
}

/** How many documents of a person are not done, counted up to a limit. */
export async function countAssigned(db: Kysely<DB>, mine: Mine, atMost: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (
      SELECT FROM ${assignedTo(mine)} AND NOT ${IS_COMPLETED} LIMIT ${atMost}::integer
    ) AS found`.execute(db)
  return rows[0]?.n ?? 0
}

/** How many open questions ask a person, counted up to a limit along the index of their questions. */
export async function countQuestionsTo(
  db: Kysely<DB>,
  { accountId, scope }: Mine,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (
      SELECT FROM document_question AS q
        JOIN document AS d ON d.id = q.document_id AND d.county_id IS NOT DISTINCT FROM q.county_id
      WHERE q.person_id = ${accountId}::integer AND ${isOpen('q')} AND d.deleted_at IS NULL AND ${scopeCondition(scope, 'd')}
      LIMIT ${atMost}::integer
    ) AS found`.execute(db)
  return rows[0]?.n ?? 0
}

/** The last assigned documents of a person that are not done, or those behind a position. */
export async function readAssigned(
  db: Kysely<DB>,
  mine: Mine,
  { after, most }: { readonly after: WorkPosition | null; readonly most: number },
): Promise<AssignedRow[]> {
  const isAfter = after
    ? sql`(x.assigned_at, x.document_id) < (${after.at}::timestamptz, ${after.id}::integer)`
    : sql`true`
  const { rows } = await sql<AssignedRow>`
    SELECT d.id, d.file_name AS "fileName", d.category_id AS "categoryId", d.type_id AS "typeId",
      d.status_id AS "statusId", d.county_id AS "countyId", x.assigned_at AS "assignedAt",
      (SELECT a.email FROM account AS a WHERE a.id = x.assigned_by AND a.id <> x.person_id) AS "assignedBy"
    FROM ${assignedTo(mine)} AND NOT ${IS_COMPLETED} AND ${isAfter}
    ORDER BY x.assigned_at DESC, x.document_id DESC LIMIT ${most}::integer`.execute(db)
  return rows
}

export type RejectedRow = {
  readonly fileName: string
  readonly uploadedAt: Date
  readonly countyId: number | null
}

/** The newest uploads of a person that had a virus, and how many there are. Only uploads with a virus are in the table. */
export async function readRejected(
  db: Kysely<DB>,
  { accountId, scope }: Mine,
  most: number,
): Promise<{ readonly total: number; readonly rows: readonly RejectedRow[] }> {
  const { rows } = await sql<RejectedRow & { total: number }>`
    SELECT r.file_name AS "fileName", r.uploaded_at AS "uploadedAt", r.county_id AS "countyId",
      count(*) OVER ()::integer AS total
    FROM refused_upload AS r
    WHERE r.uploaded_by = ${accountId}::integer AND ${scopeCondition(scope, 'r')}
    ORDER BY r.uploaded_at DESC, r.key LIMIT ${most}::integer`.execute(db)
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) }
}
