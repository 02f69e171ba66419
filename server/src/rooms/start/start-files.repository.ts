import { STATUS } from '@portal/contract/files/status.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { scopeCondition } from '../../records/access/county-scope.repository.ts'
import type { CountyScope } from '../../records/access/county.policy.ts'
import { isOpen } from '../../records/documents/questions/questions.repository.ts'
import { cellsOf, isInCell } from '../../records/documents/counts/scope-cells.repository.ts'

type Db = Kysely<DB>

export type StartFileRow = {
  readonly id: number
  readonly fileName: string
  readonly categoryId: number
  readonly typeId: number
  readonly statusId: number
  readonly countyId: number | null
  readonly uploadedAt: Date
}

export type QuestionRow = StartFileRow & {
  readonly isOwn: boolean
  readonly uploadedById: number
  readonly uploadedBy: string
}

const FACTS = sql`d.id, d.file_name AS "fileName", d.category_id::integer AS "categoryId", d.type_id::integer AS "typeId",
  d.status_id::integer AS "statusId", d.county_id AS "countyId", d.uploaded_at AS "uploadedAt"`

type Walk = {
  readonly scope: CountyScope
  readonly statusId: number
  /** The ends of the list's order. */
  readonly from: 'newest' | 'oldest'
  readonly most: number
}

/** The documents of a status from one end of the list, along its index: for several counties, so many of each. */
function walkStatus({ scope, statusId, from, most }: Walk): RawBuilder<unknown> {
  const isOfStatus = sql`d.deleted_at IS NULL AND d.status_rank = (SELECT rank FROM status WHERE id = ${statusId}::smallint)`
  const way = from === 'newest' ? sql`DESC` : sql`ASC`
  const inOrder = sql`ORDER BY d.status_rank ${way}, d.uploaded_at ${way}, d.id ${way} LIMIT ${most}::integer`
  const { kind, scopeIds } = cellsOf(scope)
  return sql`(SELECT of_cell.* FROM unnest(${scopeIds}::integer[]) AS seen (id) CROSS JOIN LATERAL (
      SELECT d.* FROM document AS d
      WHERE ${isInCell(kind, 'd', sql`seen.id`)} AND ${isOfStatus} ${inOrder}) AS of_cell)`
}

type Questions = { readonly scope: CountyScope; readonly accountId: number; readonly most: number }

/** A constant, so that the planner knows that the index of own questions has the rows. */
const IS_QUESTION = sql`d.deleted_at IS NULL AND d.status_id = ${sql.lit(STATUS.needMoreInfo)}`

function isNotAsked(alias: string): RawBuilder<boolean> {
  return sql`NOT EXISTS (SELECT FROM asked WHERE asked.id = ${sql.ref(`${alias}.id`)})`
}

/**
 * Documents in Needs More Info (R18.3): those with an open question to the person, the first due first, then what the
 * person uploaded, then all others, the newest first, however many.
 */
export async function findQuestions(db: Db, { scope, accountId, most }: Questions): Promise<QuestionRow[]> {
  const { kind, scopeIds } = cellsOf(scope)
  const own = sql`(SELECT of_cell.* FROM unnest(${scopeIds}::integer[]) AS seen (id) CROSS JOIN LATERAL (
      SELECT d.* FROM document AS d
      WHERE ${isInCell(kind, 'd', sql`seen.id`)} AND d.uploaded_by = ${accountId}::integer AND ${IS_QUESTION}
      ORDER BY d.uploaded_at DESC, d.id DESC LIMIT ${most}::integer) AS of_cell)`
  // OFFSET 0: the documents are read one by one in the order of the questions, until there are enough.
  const asked = sql`(SELECT q.due_on, q.number, d.* FROM (
        SELECT q.document_id, q.county_id, q.due_on, q.number FROM document_question AS q
        WHERE q.person_id = ${accountId}::integer AND ${isOpen('q')} ORDER BY q.due_on NULLS LAST, q.number) AS q
      CROSS JOIN LATERAL (SELECT d.* FROM document AS d
        WHERE d.id = q.document_id AND d.county_id IS NOT DISTINCT FROM q.county_id AND ${IS_QUESTION}
          AND ${scopeCondition(scope, 'd')} OFFSET 0) AS d
      ORDER BY q.due_on NULLS LAST, q.number LIMIT ${most}::integer)`
  // If fewer than `most` ask the person or are their own, twice as many of the newest have enough of others.
  const newest = walkStatus({ scope, statusId: STATUS.needMoreInfo, from: 'newest', most: 2 * most })
  const { rows } = await sql<QuestionRow>`
    WITH asked AS ${asked}
    SELECT ${FACTS}, d.uploaded_by = ${accountId}::integer AS "isOwn", a.email AS "uploadedBy", a.id AS "uploadedById"
    FROM (SELECT 1 AS place, asked.* FROM asked
      UNION ALL SELECT 2, NULL, NULL, o.* FROM ${own} AS o WHERE ${isNotAsked('o')}
      UNION ALL SELECT 3, NULL, NULL, n.* FROM ${newest} AS n
        WHERE n.uploaded_by <> ${accountId}::integer AND ${isNotAsked('n')}) AS d
    JOIN account AS a ON a.id = d.uploaded_by
    ORDER BY d.place, d.due_on NULLS LAST, d.number, d.uploaded_at DESC, d.id DESC LIMIT ${most}::integer`.execute(
    db,
  )
  return rows
}

export type UploadRow = StartFileRow & { readonly receipt: string | null }

/** The newest uploads of a person in the scope, each with the first of their receipts. */
export async function findLastUploads(
  db: Db,
  {
    scope,
    accountId,
    most,
  }: { readonly scope: CountyScope; readonly accountId: number; readonly most: number },
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    SELECT ${FACTS}, (
      SELECT r.number FROM receipt_file AS f JOIN receipt AS r ON r.id = f.receipt_id
      WHERE f.document_id = d.id AND r.account_id = ${accountId}::integer ORDER BY r.id LIMIT 1) AS receipt
    FROM document AS d WHERE d.uploaded_by = ${accountId}::integer AND d.deleted_at IS NULL AND ${scopeCondition(scope, 'd')}
    ORDER BY d.id DESC LIMIT ${most}::integer`.execute(db)
  return rows
}

export type WithoutOwner = {
  readonly documents: number
  readonly oldest: Date | null
  /** How many documents of the status were looked at. */
  readonly lookedAt: number
}

/** The documents of a status without an owner, among so many of the oldest; of several counties, so many of each. */
export async function countWithoutOwner(
  db: Db,
  walk: Pick<Walk, 'scope' | 'statusId' | 'most'>,
): Promise<WithoutOwner> {
  const { rows } = await sql<WithoutOwner>`
    SELECT count(*) FILTER (WHERE d.lacks)::integer AS documents, count(*)::integer AS "lookedAt",
      min(d.uploaded_at) FILTER (WHERE d.lacks) AS oldest
    FROM (
      SELECT d.uploaded_at, NOT EXISTS (SELECT FROM document_owner AS l WHERE l.document_id = d.id) AS lacks
      FROM ${walkStatus({ ...walk, from: 'oldest' })} AS d) AS d`.execute(db)
  return rows[0] ?? { documents: 0, oldest: null, lookedAt: 0 }
}
