import { sql, type RawBuilder } from 'kysely'
import type { CountyScope } from '../../access/county.policy.ts'

/** The counted parts of a scope, as in `document_count`: all documents, some counties, or a person's own. */
export type ScopeCells = { readonly kind: 0 | 1 | 2; readonly scopeIds: readonly number[] }

export function cellsOf(scope: CountyScope): ScopeCells {
  if (scope.kind === 'all') return { kind: 0, scopeIds: [0] }
  return scope.kind === 'own'
    ? { kind: 2, scopeIds: [scope.accountId] }
    : { kind: 1, scopeIds: scope.countyIds }
}

/** The scope_id of the rows `alias` in cells of this kind. */
export function scopeIdOf(kind: ScopeCells['kind'], alias: string): RawBuilder<number> {
  if (kind === 0) return sql`0`
  return kind === 1 ? sql.ref(`${alias}.county_id`) : sql.ref(`${alias}.uploaded_by`)
}

/**
 * Restricts a query to the rows `alias` of one of these cells. A query that walks cell by cell, `unnest(scopeIds)`,
 * reads each along the index of the list.
 */
export function isInCell(kind: ScopeCells['kind'], alias: string, scopeId: RawBuilder<unknown>) {
  if (kind === 0) return sql<boolean>`true`
  const isOne = sql<boolean>`${scopeIdOf(kind, alias)} = ${scopeId}`
  return kind === 1 ? isOne : sql<boolean>`(${sql.ref(`${alias}.county_id`)} IS NULL AND ${isOne})`
}
