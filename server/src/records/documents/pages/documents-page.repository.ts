import type { Pool } from 'pg'
import type { CountyScope } from '../../access/county.policy.ts'
import type { ListedDocument } from './documents-page.models.ts'
import type { DocumentsPage, PageReader, PageRequest } from './page-reader.ts'

export type PageDatabase = { readonly pool: Pick<Pool, 'query'>; readonly prepareNamed: boolean }

type PageRow = ListedDocument & { total: number; id: number | null }

/**
 * The moment is written by the database: reading fifty dates costs more than the rest of a row.
 * LIMIT 1 keeps the planner from reading a whole small table for fifty rows, and from keeping that plan as it grows.
 * A page without rows is one row that holds the total alone. A status that is not there has a rank that no document has.
 */
const pageBy = (ids: string) => `
SELECT p.total, d.id, d.file_name,
  to_char(d.uploaded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS uploaded_at,
  (SELECT a.email FROM account a WHERE a.id = d.uploaded_by) AS uploaded_by_email,
  d.category_id, d.type_id, d.status_id, d.county_id, d.description
FROM ${ids} p
LEFT JOIN LATERAL (SELECT * FROM document WHERE id = p.id LIMIT 1) d ON true
ORDER BY d.status_rank DESC, d.uploaded_at DESC, d.id DESC`

/** The rank of that parameter's status; 0 for any. */
const rankOf = (status: string) =>
  `CASE ${status}::integer WHEN 0 THEN 0 ELSE coalesce((SELECT rank FROM status WHERE id = ${status}), -1) END`

/** Of everybody, of one county, or of one person. */
export const DOCUMENTS_PAGE = pageBy(`document_page_ids($1, $2, $3, $4, ${rankOf('$5')}, $6, $7)`)
/** Of the counties $1. */
const PAGE_OF_COUNTIES = pageBy(`document_page_ids_of_counties($1, $2, $3, ${rankOf('$4')}, $5, $6)`)

/** Reads pages by counted cells: as fast at the end of a long list as at its beginning. */
export function createCountedPages(database: PageDatabase): PageReader {
  return { read: (scope, request) => readDocumentsPage(database, scope, request) }
}

/** A page as `PageReader` has it. */
export async function readDocumentsPage(
  { pool, prepareNamed }: PageDatabase,
  scope: CountyScope,
  request: PageRequest,
): Promise<DocumentsPage> {
  const narrowed = narrow(scope, request.countyId)
  if (!narrowed) return { total: 0, rows: [] }
  const { categoryId = 0, typeId = 0, statusId = 0, page, pageSize } = request
  const filters = [categoryId, typeId, statusId, (page - 1) * pageSize, pageSize]
  const query =
    narrowed.kind === 'counties' && narrowed.countyIds.length > 1
      ? {
          name: 'documents-page-of-counties',
          text: PAGE_OF_COUNTIES,
          values: [narrowed.countyIds, ...filters],
        }
      : { name: 'documents-page', text: DOCUMENTS_PAGE, values: [...cellsOf(narrowed), ...filters] }
  const { name, ...unnamed } = query
  const { rows } = await pool.query<PageRow>(prepareNamed ? { name, ...unnamed } : unnamed)
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) }
}

/** A county filter never widens what the scope shows. */
function narrow(scope: CountyScope, countyId: number | undefined): CountyScope | null {
  if (countyId === undefined) return scope
  const narrowed = { kind: 'counties', countyIds: [countyId] } as const
  if (scope.kind === 'all') return narrowed
  return scope.kind === 'counties' && scope.countyIds.includes(countyId) ? narrowed : null
}

/** The kind and scope_id of document_count; of counties the first. */
function cellsOf(scope: CountyScope): [kind: number, scopeId: number] {
  if (scope.kind === 'all') return [0, 0]
  return scope.kind === 'own' ? [2, scope.accountId] : [1, scope.countyIds[0] ?? 0]
}
