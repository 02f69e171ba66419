import type { ListPosition } from '@portal/contract/list-position.ts'
import type { Pool } from 'pg'
import { narrowScope, type CountyScope } from '../../access/county.policy.ts'
import { correctionOf } from '../corrections/corrections.repository.ts'
import { cellsOf } from '../counts/scope-cells.repository.ts'
import type { ListedDocument } from './documents-page.models.ts'
import type { DocumentsPage, PageFilters, PageRequest, QueryReader } from './page-reader.ts'

export type PageDatabase = { readonly pool: Pick<Pool, 'query'>; readonly prepareNamed: boolean }

/** `within` is the fraction of the second of its upload time, six digits. */
export type PositionedRow = ListedDocument & { status_rank: number; within: string }
type PageRow = { total: number; has_others?: boolean } & (PositionedRow | { id: null })

/** The columns of a row, of the document `d`. */
export const LISTED_COLUMNS = `d.id, d.status_rank, to_char(d.uploaded_at, 'US') AS within, d.file_name,
  to_char(d.uploaded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS uploaded_at,
  (SELECT a.email FROM account a WHERE a.id = d.uploaded_by) AS uploaded_by_email,
  d.category_id, d.type_id, d.status_id, d.county_id, d.description, (${correctionOf('d')}) AS corrected_by`

/**
 * The database formats the moment, because parsing fifty dates costs more than the rest of a row. LIMIT 1 keeps the
 * planner from reading a whole small table for fifty rows, and from keeping that plan as it grows. A page without rows
 * is one row with only the total. An unknown status gets a rank that no document has.
 */
const pageBy = (ids: string, facts = 'p.total') => `
SELECT ${facts}, ${LISTED_COLUMNS}
FROM ${ids} p
LEFT JOIN LATERAL (SELECT * FROM document WHERE id = p.id LIMIT 1) d ON true
ORDER BY d.status_rank DESC, d.uploaded_at DESC, d.id DESC`

/** The rank of that parameter's status; 0 for any status. */
const rankOf = (status: string) =>
  `CASE ${status}::integer WHEN 0 THEN 0 ELSE coalesce((SELECT rank FROM status WHERE id = ${status}), -1) END`

/** For all documents, one county, or one person. */
export const DOCUMENTS_PAGE = pageBy(`document_page_ids($1, $2, $3, $4, ${rankOf('$5')}, $6, $7)`)
/** For the counties in $1. */
const PAGE_OF_COUNTIES = pageBy(`document_page_ids_of_counties($1, $2, $3, ${rankOf('$4')}, $5, $6)`)

/** Before or after a position. Moments are microseconds since 1970. */
const PAGE_BESIDE = pageBy(
  `document_page_ids_beside($1, $2, $3, $4, ${rankOf('$5')}, $6, $7, timestamptz 'epoch' + $8::float8 * interval '1 microsecond', $9, $10)`,
  'p.total, p.has_others',
)

/** The filters that the counted cells support. */
const COUNTED_FILTERS: ReadonlySet<string> = new Set([
  'categoryId',
  'typeId',
  'statusId',
  'countyId',
] satisfies (keyof PageFilters)[])

/** Whether the cells count the documents of exactly these filters. */
export function isCounted(filters: PageFilters): boolean {
  return Object.entries(filters).every(([name, value]) => value === undefined || COUNTED_FILTERS.has(name))
}

/** Reads pages by counted cells or from a position, equally fast at the end of a long list and at its beginning. */
export function createCountedPages(database: PageDatabase): QueryReader {
  return {
    canRead: isCounted,
    read: (scope, request) => readDocumentsPage(database, scope, request),
  }
}

/** Reads a page with the guarantees of `PageReader`. */
export async function readDocumentsPage(
  database: PageDatabase,
  scope: CountyScope,
  request: PageRequest,
): Promise<DocumentsPage<ListPosition>> {
  const narrowed = narrowScope(scope, request.countyId)
  if (!narrowed) return { total: 0, isTotalExact: true, rows: [] }
  const position = request.after ?? request.before
  return position
    ? readBeside(database, narrowed, { ...request, position })
    : readByNumber(database, narrowed, request)
}

async function readByNumber(
  database: PageDatabase,
  scope: CountyScope,
  request: PageRequest,
): Promise<DocumentsPage<ListPosition>> {
  const { page, pageSize } = request
  const filters = [...filtersOf(request), (page - 1) * pageSize, pageSize]
  const { kind, scopeIds } = cellsOf(scope)
  const { total, rows } = await run(
    database,
    scopeIds.length > 1
      ? { name: 'documents-page-of-counties', text: PAGE_OF_COUNTIES, values: [scopeIds, ...filters] }
      : { name: 'documents-page', text: DOCUMENTS_PAGE, values: [kind, scopeIds[0] ?? 0, ...filters] },
  )
  return withPositions(rows, { total, isFirst: page === 1, isLast: page * pageSize >= total })
}

type Beside = PageRequest & { readonly position: ListPosition }

/** Requests one extra row, which shows whether the list continues there. */
async function readBeside(
  database: PageDatabase,
  scope: CountyScope,
  request: Beside,
): Promise<DocumentsPage<ListPosition>> {
  const { position, pageSize } = request
  const { kind, scopeIds } = cellsOf(scope)
  const isAfter = request.after !== undefined
  const { total, rows, hasOthers } = await run(database, {
    name: 'documents-page-beside',
    text: PAGE_BESIDE,
    values: [
      kind,
      scopeIds,
      ...filtersOf(request),
      isAfter,
      position.rank,
      position.moment,
      position.id,
      pageSize + 1,
    ],
  })
  const goesOn = rows.length > pageSize
  return isAfter
    ? withPositions(rows.slice(0, pageSize), { total, isFirst: !hasOthers, isLast: !goesOn })
    : withPositions(rows.slice(-pageSize), { total, isFirst: !goesOn, isLast: !hasOthers })
}

type Statement = { readonly name: string; readonly text: string; readonly values: readonly unknown[] }

async function run({ pool, prepareNamed }: PageDatabase, { name, text, values }: Statement) {
  const unnamed = { text, values: [...values] }
  const { rows } = await pool.query<PageRow>(prepareNamed ? { name, ...unnamed } : unnamed)
  return {
    total: rows[0]?.total ?? 0,
    hasOthers: rows[0]?.has_others === true,
    rows: rows.filter((row) => row.id !== null),
  }
}

/** Where the pages beside a page begin and end. */
export function withPositions(
  rows: readonly PositionedRow[],
  { total, isFirst, isLast }: { total: number; isFirst: boolean; isLast: boolean },
): DocumentsPage<ListPosition> {
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    total,
    isTotalExact: true,
    rows,
    ...(first && !isFirst && { previous: positionOf(first) }),
    ...(last && !isLast && { next: positionOf(last) }),
  }
}

function positionOf({ id, status_rank, uploaded_at, within }: PositionedRow): ListPosition {
  return { rank: status_rank, moment: Date.parse(uploaded_at) * 1000 + Number(within.slice(3)), id }
}

function filtersOf({ categoryId = 0, typeId = 0, statusId = 0 }: PageRequest): number[] {
  return [categoryId, typeId, statusId]
}
