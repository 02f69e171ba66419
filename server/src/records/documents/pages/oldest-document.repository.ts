import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../../access/county.policy.ts'
import { cellsOf, isInCell } from '../counts/scope-cells.repository.ts'
import type { PageFilters } from './page-reader.ts'

type CountedFilters = Pick<PageFilters, 'categoryId' | 'typeId' | 'statusId'>

/**
 * When the oldest document of these filters was received; null if there is none. Reads one row of the list's index for
 * each status and county.
 */
export async function findOldest(
  db: Kysely<DB>,
  scope: CountyScope,
  { categoryId, typeId, statusId }: CountedFilters,
): Promise<Date | null> {
  const { kind, scopeIds } = cellsOf(scope)
  const conditions = [
    isInCell(kind, 'd', sql`s.id`),
    ...(categoryId === undefined ? [] : [sql`d.category_id = ${categoryId}::smallint`]),
    ...(typeId === undefined ? [] : [sql`d.type_id = ${typeId}::smallint`]),
  ]
  const { rows } = await sql<{ oldestAt: Date | null }>`
    SELECT min(x.uploaded_at) AS "oldestAt"
    FROM status AS t CROSS JOIN unnest(${scopeIds}::integer[]) AS s (id)
    CROSS JOIN LATERAL (
      SELECT d.uploaded_at FROM document AS d
      WHERE ${sql.join(conditions, sql` AND `)} AND d.status_rank = t.rank AND d.deleted_at IS NULL
      ORDER BY d.status_rank, d.uploaded_at, d.id LIMIT 1) AS x
    WHERE ${statusId ?? null}::integer IS NULL OR t.id = ${statusId ?? null}::integer`.execute(db)
  return rows[0]?.oldestAt ?? null
}
