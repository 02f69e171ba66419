import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../access/county.policy.ts'
import { cellsOf, isInCell, scopeIdOf, type ScopeCells } from './scope-cells.repository.ts'

/** How many documents of a county, or of the whole scope, have a status. */
export type StatusCount = { readonly scopeId: number; readonly statusId: number; readonly documents: number }

export type AppraisalYear = { readonly year: number; readonly timeZone: string }

/** Counts the documents outside the bin by status: the whole scope together, or each of its counties. */
export async function countByStatus(
  db: Kysely<DB>,
  scope: CountyScope,
  within: AppraisalYear | null,
): Promise<StatusCount[]> {
  return countCells(db, cellsOf(scope), within)
}

/** The same for each of these counties. A county without documents is missing. */
export async function countCountiesByStatus(
  db: Kysely<DB>,
  countyIds: readonly number[],
  within: AppraisalYear,
): Promise<StatusCount[]> {
  return countCells(db, { kind: 1, scopeIds: countyIds }, within)
}

/** Adds the cells of years and the open deltas in one snapshot, as a page of the list does. */
async function countCells(
  db: Kysely<DB>,
  { kind, scopeIds }: ScopeCells,
  within: AppraisalYear | null,
): Promise<StatusCount[]> {
  const inYear = (column: string) =>
    within === null
      ? sql`true`
      : sql`${sql.ref(column)} >= make_date(${within.year}::integer, 1, 1)
          AND ${sql.ref(column)} < make_date(${within.year}::integer + 1, 1, 1)`
  const { rows } = await sql<StatusCount>`
    SELECT x.scope_id AS "scopeId", s.id::integer AS "statusId", sum(x.n)::integer AS documents
    FROM (
      SELECT c.scope_id, c.status_rank, c.n FROM document_count AS c
      WHERE c.kind = ${kind}::smallint AND c.scope_id = ANY (${scopeIds}::integer[]) AND c.category_id = 0
        AND c.type_id = 0 AND c.level = 0 AND ${inYear('c.bucket')}
      UNION ALL
      SELECT ${scopeIdOf(kind, 'd')}, d.status_rank, d.n FROM document_delta AS d
      WHERE ${isInCell(kind, 'd', sql`ANY (${scopeIds}::integer[])`)} AND ${inYear('d.day')}
      ${within === null ? sql`` : sql`UNION ALL ${nightOfNewYear({ kind, scopeIds }, within)}`}
    ) AS x JOIN status AS s ON s.rank = x.status_rank
    GROUP BY x.scope_id, s.id`.execute(db)
  return rows
}

/** Most documents of a status that a night between two years is corrected by. */
const MAX_PER_NIGHT = 10_000

/**
 * A cell has a year in UTC, and the appraisal year is that of the firm's zone. So the few documents of the hours
 * between the two are counted one by one. LIMIT keeps the planner on the index of the list: it knows no hours.
 */
function nightOfNewYear(
  { kind, scopeIds }: ScopeCells,
  { year, timeZone }: AppraisalYear,
): RawBuilder<unknown> {
  const start = (zone: string, years: number) =>
    sql`make_timestamptz(${year}::integer + ${years}::integer, 1, 1, 0, 0, 0, ${zone})`
  const hours = [0, 1].map((years) => {
    const ends = sql`${start('UTC', years)}, ${start(timeZone, years)}`
    return sql`(least(${ends}), greatest(${ends}))`
  })
  return sql`
    SELECT ${scopeIdOf(kind, 'd')}, d.status_rank, (d.appraisal_year = ${year}::integer)::integer
      - (extract(year FROM d.uploaded_at AT TIME ZONE 'UTC') = ${year}::integer)::integer
    FROM (VALUES ${sql.join(hours)}) AS night (since, until) CROSS JOIN status AS its
    CROSS JOIN LATERAL (
      SELECT d.* FROM document AS d
      WHERE d.status_rank = its.rank AND d.uploaded_at >= night.since AND d.uploaded_at < night.until
        AND d.deleted_at IS NULL AND ${isInCell(kind, 'd', sql`ANY (${scopeIds}::integer[])`)}
      ORDER BY d.status_rank, d.uploaded_at, d.id LIMIT ${MAX_PER_NIGHT}::integer) AS d`
}
