import { sql, type Kysely } from 'kysely'
import type { ListPosition } from '@portal/contract/list-position.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyScope } from '../access/county.policy.ts'
import { LISTED_COLUMNS, type PositionedRow } from '../documents/pages/documents-page.repository.ts'
import { scopeCondition } from '../access/county-scope.repository.ts'

type ListedPage = {
  readonly scope: CountyScope
  readonly ids: readonly number[]
  readonly page: number
  readonly pageSize: number
  /** Instead of the number of the page. */
  readonly beside: { readonly position: ListPosition; readonly isAfter: boolean } | null
}

const COLUMNS = sql.raw(LISTED_COLUMNS)

/** A page of these documents in the order of the list, as far as they are still in it. The scope is a second wall. */
export async function readListedPage(db: Kysely<DB>, wanted: ListedPage) {
  const { page, pageSize, beside } = wanted
  if (beside === null) {
    const rows = await readPart(db, wanted, { offset: (page - 1) * pageSize, isBackward: false })
    return { rows: rows.slice(0, pageSize), hasBefore: page > 1, hasAfter: rows.length > pageSize }
  }
  const rows = await readPart(db, wanted, { offset: 0, isBackward: !beside.isAfter })
  const others = await readPart(db, { ...wanted, pageSize: 0 }, { offset: 0, isBackward: beside.isAfter })
  const kept = rows.slice(0, pageSize)
  const goesOn = rows.length > pageSize
  return beside.isAfter
    ? { rows: kept, hasBefore: others.length > 0, hasAfter: goesOn }
    : { rows: kept.toReversed(), hasBefore: goesOn, hasAfter: others.length > 0 }
}

/** One row more than the page has, from the position on: after it, or before it in reverse order. */
async function readPart(
  db: Kysely<DB>,
  { scope, ids, pageSize, beside }: ListedPage,
  { offset, isBackward }: { offset: number; isBackward: boolean },
): Promise<PositionedRow[]> {
  const direction = sql.raw(isBackward ? 'ASC' : 'DESC')
  const isBeside = beside === null ? sql`true` : besideOf(beside, isBackward)
  const { rows } = await sql<PositionedRow>`
    SELECT ${COLUMNS} FROM document AS d
    WHERE d.id = ANY (${ids}::integer[]) AND d.deleted_at IS NULL AND ${scopeCondition(scope, 'd')} AND ${isBeside}
    ORDER BY d.status_rank ${direction}, d.uploaded_at ${direction}, d.id ${direction}
    OFFSET ${offset}::integer LIMIT ${pageSize + 1}::integer`.execute(db)
  return rows
}

/** `before` a position includes nothing of it, and what is beside the other way includes it. */
function besideOf({ position, isAfter }: NonNullable<ListedPage['beside']>, isBackward: boolean) {
  const { rank, moment, id } = position
  const compared = sql.raw(isBackward ? (isAfter ? '>=' : '>') : isAfter ? '<' : '<=')
  return sql`(d.status_rank, d.uploaded_at, d.id) ${compared} (${rank}::smallint,
    timestamptz 'epoch' + ${moment}::float8 * interval '1 microsecond', ${id}::integer)`
}

/** These documents in this order. The scope is a second wall: whoever found the ids has looked at it, too. */
export async function readRowsInOrder(
  db: Kysely<DB>,
  ids: readonly number[],
  scope: CountyScope,
): Promise<PositionedRow[]> {
  const { rows } = await sql<PositionedRow>`
    SELECT ${COLUMNS} FROM unnest(${ids}::integer[]) WITH ORDINALITY AS p (id, place)
    JOIN document AS d ON d.id = p.id AND d.deleted_at IS NULL
    WHERE ${scopeCondition(scope, 'd')} ORDER BY p.place`.execute(db)
  return rows
}
