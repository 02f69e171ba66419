import type { ClientBase, Pool } from 'pg'
import type { CountyScope } from '../../access/county.policy.ts'
import { COUNTIES, KINDS_OF_PAPER, PEOPLE_WITHOUT_COUNTY } from './documents.test-data.ts'
import type { PageFilters } from './page-reader.ts'

type Queries = Pick<Pool | ClientBase, 'query'>

export type Shape = { scope: CountyScope; filters: PageFilters }

const SCOPES: Shape[] = [
  { scope: { kind: 'all' }, filters: {} },
  { scope: { kind: 'all' }, filters: { countyId: COUNTIES[1] } },
  { scope: { kind: 'counties', countyIds: [COUNTIES[0]] }, filters: {} },
  { scope: { kind: 'counties', countyIds: [COUNTIES[0], COUNTIES[2]] }, filters: {} },
  { scope: { kind: 'counties', countyIds: [COUNTIES[0], COUNTIES[2], COUNTIES[3]] }, filters: {} },
  { scope: { kind: 'counties', countyIds: [COUNTIES[0], COUNTIES[2]] }, filters: { countyId: COUNTIES[0] } },
  { scope: { kind: 'own', accountId: PEOPLE_WITHOUT_COUNTY[0] }, filters: {} },
]
const PAPER: PageFilters[] = [
  {},
  { categoryId: 1 },
  { typeId: 13 },
  { ...KINDS_OF_PAPER[1] },
  { categoryId: 2, typeId: 1 },
  { categoryId: 2_147_483_647 },
]
const STATUSES: PageFilters[] = [
  {},
  { statusId: 1 },
  { statusId: 2 },
  { statusId: 3 },
  { statusId: 4 },
  { statusId: 9 },
]

/** Every shape of the list: scope, county, category, type and status. */
export const SHAPES: Shape[] = SCOPES.flatMap(({ scope, filters }) =>
  PAPER.flatMap((paper) =>
    STATUSES.map((status) => ({ scope, filters: { ...filters, ...paper, ...status } })),
  ),
)

/** A fifth of them: every scope with every category and type, and every status. */
export const SOME_SHAPES: Shape[] = SHAPES.filter((_, at) => at % 5 === 0)

type Listed = Readonly<
  Record<'id' | 'uploaded_by' | 'category_id' | 'type_id' | 'status_id', number> & {
    county_id: number | null
  }
>

/**
 * Returns a function for the ids of a shape's whole list. One plain statement sorts all documents; the filters apply
 * here.
 */
export async function readReference(db: Queries): Promise<(shape: Shape) => number[]> {
  const { rows } = await db.query<Listed>(
    `SELECT id, county_id, uploaded_by, category_id, type_id, status_id FROM document WHERE deleted_at IS NULL
     ORDER BY array_position(ARRAY[1, 3, 4, 2], status_id::integer), uploaded_at DESC, id DESC`,
  )
  return (shape) => rows.filter((row) => isListed(row, shape)).map((row) => row.id)
}

/** Returns the ids of the whole list of one shape. */
export async function referenceIds(db: Queries, shape: Shape): Promise<number[]> {
  return (await readReference(db))(shape)
}

function isListed(row: Listed, { scope, filters }: Shape): boolean {
  if (scope.kind === 'counties' && !scope.countyIds.some((id) => id === row.county_id)) return false
  if (scope.kind === 'own' && (row.county_id !== null || row.uploaded_by !== scope.accountId)) return false
  const wanted = [
    [row.county_id, filters.countyId],
    [row.category_id, filters.categoryId],
    [row.type_id, filters.typeId],
    [row.status_id, filters.statusId],
  ]
  return wanted.every(([value, filter]) => filter === undefined || value === filter)
}

const CELL_KEYS = [
  { kind: 0, scope: '0', where: 'true', depths: { none: 2, category: 2, type: 1 } },
  { kind: 1, scope: 'county_id', where: 'county_id IS NOT NULL', depths: { none: 1, category: 1, type: 0 } },
  { kind: 2, scope: 'uploaded_by', where: 'county_id IS NULL', depths: { none: 0, category: 0, type: 0 } },
]
const UNITS = ['year', 'month', 'day', 'hour', 'minute']

function expectedCells(): string {
  return CELL_KEYS.flatMap(({ kind, scope, where, depths }) =>
    Object.entries(depths).flatMap(([by, depth]) =>
      UNITS.slice(0, depth + 1).map(
        (unit, level) =>
          `SELECT ${kind}, ${scope}, ${by === 'category' ? 'category_id' : '0'}, ${by === 'type' ? 'type_id' : '0'}, ${level},
             status_rank, date_trunc('${unit}', uploaded_at AT TIME ZONE 'UTC')::date, count(*)
           FROM document WHERE deleted_at IS NULL AND ${where} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
      ),
    ),
  ).join(' UNION ALL ')
}

/** Returns how many cells differ from count(*) of the documents; call it when no delta is pending. */
export async function wrongCells(db: Queries): Promise<number> {
  const actual = `SELECT kind, scope_id, category_id, type_id, level, status_rank, bucket, n FROM document_count WHERE n <> 0`
  const { rows } = await db.query<{ wrong: number }>(
    `WITH expected AS (${expectedCells()}), actual AS (${actual})
     SELECT count(*)::integer AS wrong
     FROM ((TABLE expected EXCEPT ALL TABLE actual) UNION ALL (TABLE actual EXCEPT ALL TABLE expected)) x`,
  )
  return rows[0]?.wrong ?? -1
}

/**
 * Returns how many finer cells differ from count(*) of the documents in split cells; call it when no delta is pending.
 */
export async function wrongFineCells(db: Queries): Promise<number> {
  const { rows } = await db.query<{ wrong: number }>(
    `WITH expected AS (
       SELECT s.kind, s.scope_id, s.category_id, s.type_id, s.level + 1 AS level, s.status_rank, ${moment('s.level + 2')}, count(*)
       FROM document_split s JOIN document d ON d.deleted_at IS NULL AND d.status_rank = s.status_rank
         AND CASE s.kind WHEN 0 THEN true WHEN 1 THEN d.county_id = s.scope_id
                         ELSE d.county_id IS NULL AND d.uploaded_by = s.scope_id END
         AND s.category_id IN (0, d.category_id) AND s.type_id IN (0, d.type_id) AND ${moment('s.level + 1')} = s.bucket
       WHERE s.is_kept GROUP BY 1, 2, 3, 4, 5, 6, 7),
     actual AS (
       SELECT kind, scope_id, category_id, type_id, level::integer, status_rank, bucket, n FROM document_fine_count WHERE n <> 0)
     SELECT count(*)::integer AS wrong
     FROM ((TABLE expected EXCEPT ALL TABLE actual) UNION ALL (TABLE actual EXCEPT ALL TABLE expected)) x`,
  )
  return rows[0]?.wrong ?? -1
}

/** The first moment of document d's cell at that level, counted from 1. */
function moment(level: string): string {
  return `date_trunc((ARRAY['${UNITS.join("', '")}'])[${level}], d.uploaded_at AT TIME ZONE 'UTC')`
}
