import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { scopeCondition } from '../access/county-scope.repository.ts'
import type { CountyScope } from '../access/county.policy.ts'
import { cellsOf, isInCell } from '../documents/counts/scope-cells.repository.ts'
import { conditionsOf } from './filter-conditions.repository.ts'
import type { SearchFilters } from './search-filters.ts'
import { keyForCursor, type SortKey } from './sort-keys.repository.ts'

/** The documents that a sorted list shows. */
export type Sortable = {
  /** Narrowed by the county filter. */
  readonly scope: CountyScope
  readonly filters: SearchFilters
  /** The hits of a search; null without one. */
  readonly ids: readonly number[] | null
  /** Of the firm, for the days of filters. */
  readonly timeZone: string
}

/** A part of a sorted list, in its order or in reverse. */
export type Part = {
  readonly sortKey: SortKey
  readonly isDescending: boolean
  /** Where it begins; `isIncluded`: with the row at this position. */
  readonly from: {
    readonly key: RawBuilder<unknown>
    readonly id: number
    readonly isIncluded: boolean
  } | null
  readonly offset: number
  readonly limit: number
}

export type KeyedRow = { readonly id: number; readonly key: string }

/**
 * Runs `work` on one snapshot. No plan reads the whole table. `isWalk`: the documents are so many that they are read in
 * the order of an index. The database ends a statement that takes longer than `timeoutMs`.
 */
export function inSortTransaction<T>(
  db: Kysely<DB>,
  { isWalk, timeoutMs }: { readonly isWalk: boolean; readonly timeoutMs: number },
  work: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const choice = isWalk ? 'off' : 'on'
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
        set_config('enable_bitmapscan', ${choice}, true), set_config('enable_sort', ${choice}, true),
        set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction)
      return work(transaction)
    })
}

/** How many documents match, counted up to a limit. */
export async function countUpTo(
  transaction: Transaction<DB>,
  wanted: Sortable,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (
      SELECT FROM document AS d WHERE ${sortableConditions(wanted)} LIMIT ${limit}::integer) AS found`.execute(
    transaction,
  )
  return rows[0]?.n ?? 0
}

/** The ids of a part with their keys. Of several counties, each is read in its own order, and the parts are merged. */
export async function readKeys(
  transaction: Transaction<DB>,
  wanted: Sortable,
  { sortKey, isDescending, from, offset, limit }: Part,
): Promise<readonly KeyedRow[]> {
  const { key } = sortKey
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  const compared = sql.raw(`${isDescending ? '<' : '>'}${from?.isIncluded ? '=' : ''}`)
  const isBeside = from ? sql`(${key}, d.id) ${compared} (${from.key}, ${from.id}::integer)` : sql`true`
  const { kind, scopeIds } = cellsOf(wanted.scope)
  const isMerged = scopeIds.length > 1 && wanted.ids === null
  const found = (inScope: RawBuilder<unknown>, most: number) => sql`
    SELECT d.id, ${key} AS sorted, ${keyForCursor(sortKey)} AS key FROM document AS d
    WHERE ${sortableConditions(wanted, inScope)} AND ${isBeside}
    ORDER BY ${key} ${direction}, d.id ${direction} LIMIT ${most}::integer`
  const source = isMerged
    ? sql`unnest(${scopeIds}::integer[]) AS c (id)
        CROSS JOIN LATERAL (${found(isInCell(kind, 'd', sql`c.id`), offset + limit)}) AS x`
    : sql`(${found(scopeCondition(wanted.scope, 'd'), offset + limit)}) AS x`
  const { rows } = await sql<KeyedRow>`
    SELECT x.id, x.key FROM ${source} ORDER BY x.sorted ${direction}, x.id ${direction}
    OFFSET ${offset}::integer LIMIT ${limit}::integer`.execute(transaction)
  return rows
}

/** The conditions of the documents `d` that a sorted list shows. */
export function sortableConditions(
  { scope, filters, ids, timeZone }: Sortable,
  inScope: RawBuilder<unknown> = scopeCondition(scope, 'd'),
): RawBuilder<unknown> {
  const all = [
    inScope,
    sql`d.deleted_at IS NULL`,
    ...conditionsOf(filters, { scope, timeZone }),
    ...(ids === null ? [] : [sql`d.id = ANY (${ids}::integer[])`]),
  ]
  return sql.join(all, sql` AND `)
}
