import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { limitTime } from '../../engines/database/time-limit.repository.ts'
import { scopeCondition } from '../access/county-scope.repository.ts'
import type { CountyScope } from '../access/county.policy.ts'
import { countyKeysOf } from './county-keys.ts'
import { conditionsOf } from './filter-conditions.repository.ts'
import type { SearchFilters } from './search-filters.ts'

/** As in add_search_slices. */
const SLICE = 500_000

export type Wanted = {
  readonly scope: CountyScope
  /** A tsquery; null for a list that is only filtered. */
  readonly expression: string | null
  readonly filters: SearchFilters
  /** Filters that the query itself names. */
  readonly facts: SearchFilters
  /** Of the firm, for the days of filters. */
  readonly timeZone: string
  /** As in SearchRequest. */
  readonly until?: number | undefined
}

/**
 * Runs `work` in a transaction whose planner uses the index of words: without this setting it does not count how long
 * reading a large tsvector takes, and filters row by row. SET LOCAL works behind a pooler too.
 */
export function inSearchTransaction<T>(
  db: Kysely<DB>,
  work: (transaction: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`SET LOCAL cpu_operator_cost = 0.25`.execute(transaction)
    await sql`SET LOCAL jit = off`.execute(transaction)
    return work(transaction)
  })
}

/** The newest hits, at most so many, newest first. Slices are read from the newest on, until there are enough. */
export async function findHits(
  transaction: Transaction<DB>,
  wanted: Wanted,
  most: number,
): Promise<readonly number[]> {
  const ids: number[] = []
  await limitTime(transaction, wanted.until)
  for (let slice = await newestSlice(transaction, wanted); slice >= 0 && ids.length < most; slice -= 1) {
    await limitTime(transaction, wanted.until)
    const found = await findInSlice(transaction, wanted, { slice, most: most - ids.length })
    // Not as arguments of one call: a slice may have more than a call takes.
    for (const id of found) ids.push(id)
  }
  return ids
}

async function newestSlice(transaction: Transaction<DB>, { expression }: Wanted): Promise<number> {
  const { rows } = await (
    expression === null
      ? sql<{ id: number | null }>`SELECT max(id) AS id FROM document`
      : sql<{ id: number | null }>`SELECT max(document_id) AS id FROM document_search`
  ).execute(transaction)
  return Math.floor((rows[0]?.id ?? -1) / SLICE)
}

async function findInSlice(
  transaction: Transaction<DB>,
  { scope, expression, filters, facts, timeZone }: Wanted,
  { slice, most }: { slice: number; most: number },
): Promise<readonly number[]> {
  const [first, last] = [slice * SLICE, Math.min((slice + 1) * SLICE - 1, 2_147_483_647)]
  const conditions = [
    sql`d.deleted_at IS NULL`,
    scopeCondition(scope, 'd'),
    ...conditionsOf(filters, { scope, timeZone }),
    ...conditionsOf(facts, { scope, timeZone }),
  ]
  const found =
    expression === null
      ? sql`document AS d WHERE d.id BETWEEN ${first}::integer AND ${last}::integer AND ${sql.join(conditions, sql` AND `)}`
      : sql`(${newestWith(expression, [sql`s.document_id BETWEEN ${first}::integer AND ${last}::integer`, ...keysOf(scope, filters)])}) AS s
        CROSS JOIN LATERAL (SELECT d.id FROM document AS d
          WHERE d.id = s.document_id AND ${sql.join(conditions, sql` AND `)} OFFSET 0) AS d`
  const order = expression === null ? sql`d.id` : sql`s.document_id`
  const { rows } = await sql<{ ids: number[] | null }>`
    SELECT array_agg(id ORDER BY id DESC) AS ids FROM (
      SELECT d.id FROM ${found} ORDER BY ${order} DESC LIMIT ${most}::integer) AS hit`.execute(transaction)
  return rows[0]?.ids ?? []
}

/**
 * The documents with these words, newest first. Each OFFSET 0 keeps the planner from an order of its own: with the limit of
 * the search it would read the documents from the newest on, and unpack the words of each to compare them.
 */
function newestWith(expression: string, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const all = [...conditions, sql`s.tsv @@ ${expression}::tsquery`]
  return sql`SELECT document_id FROM (
      SELECT s.document_id FROM document_search AS s WHERE ${sql.join(all, sql` AND `)} OFFSET 0) AS w
    ORDER BY document_id DESC OFFSET 0`
}

/** Narrows the index before the documents are read, which decide. */
function keysOf(scope: CountyScope, { countyId }: SearchFilters): RawBuilder<unknown>[] {
  if (countyId !== undefined) return [sql`s.county_key = ${countyId}::integer`]
  const keys = countyKeysOf(scope)
  return keys === null ? [] : [sql`s.county_key = ANY (${keys}::integer[])`]
}

export type Ranking = Pick<Wanted, 'until'> & {
  readonly expression: string
  readonly years: readonly number[]
}

/**
 * How well each of these documents matches: names count more than the description, and it more than the text. A document
 * of an appraisal year in the query comes before those that only mention the year.
 */
export async function rankHits(
  transaction: Transaction<DB>,
  ids: readonly number[],
  { expression, years, until }: Ranking,
): Promise<ReadonlyMap<number, number>> {
  await limitTime(transaction, until)
  const { rows } = await sql<{ id: number; rank: number }>`
    SELECT d.id, ts_rank('{0.1, 0.2, 0.4, 1}', s.tsv, ${expression}::tsquery, 1)
      + CASE WHEN d.appraisal_year = ANY (${years}::integer[]) THEN 1 ELSE 0 END AS rank
    FROM document_search AS s JOIN document AS d ON d.id = s.document_id
    WHERE s.document_id = ANY (${ids}::integer[])`.execute(transaction)
  return new Map(rows.map(({ id, rank }) => [id, rank]))
}
