import type { Audience, Columns } from '@portal/contract/views/views.ts'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { isKnownIn } from '../../records/accounts/known-people.repository.ts'
import type { ViewReader } from './views.policy.ts'

export type ViewRow = {
  readonly id: number
  readonly name: string
  readonly filters: Readonly<Record<string, unknown>>
  readonly audience: Audience
  readonly countyId: number | null
  readonly accountId: number
  readonly owner: string | null
  readonly columns: Columns | null
  /** Whether the reader may see the county of its filters. */
  readonly isUsable: boolean
}

const VIEW = sql`v.id, v.name, v.filters, v.audience, v.county_id AS "countyId", v.account_id AS "accountId", s.columns`

/** Staff of the firm know everyone. */
function isKnown({ accountId, counties, isOfFirm }: ViewReader): RawBuilder<unknown> {
  return sql`(a.id = ${accountId}::integer OR ${isKnownIn(isOfFirm ? 'all' : counties, 'a')})`
}

function isSeen({ counties }: ViewReader, county: RawBuilder<unknown>): RawBuilder<unknown> {
  return counties === 'all' ? sql`true` : sql`${county} = ANY (${counties}::integer[])`
}

/** Nobody uses a view that filters by a county that they may not see. */
function isUsable(reader: ViewReader): RawBuilder<unknown> {
  const filtered = sql`(v.filters ->> 'countyId')::integer`
  return sql`(${filtered} IS NULL OR ${isSeen(reader, filtered)})`
}

function isOfAudience(reader: ViewReader): RawBuilder<unknown> {
  const { accountId, isOfFirm } = reader
  // Each line can use the index of names of its audience.
  return sql`(v.audience = 'me' AND v.account_id = ${accountId}::integer
    OR v.audience = 'county' AND ${isSeen(reader, sql`v.county_id`)}
    OR v.audience = 'firm' AND ${isOfFirm}::boolean)`
}

function selectViews(reader: ViewReader) {
  return sql`
    SELECT ${VIEW}, ${isUsable(reader)} AS "isUsable", CASE WHEN ${isKnown(reader)} THEN coalesce(nullif(a.full_name, ''), a.email) END AS owner
    FROM saved_view AS v JOIN account AS a ON a.id = v.account_id
    LEFT JOIN saved_view_setting AS s ON s.view_id = v.id AND s.account_id = ${reader.accountId}::integer
    WHERE ${isOfAudience(reader)}`
}

/** The views for a person: in their order, then their own, those of the firm and of counties, at last unusable ones. */
export async function readViews(db: Kysely<DB>, reader: ViewReader, most: number): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    ${selectViews(reader)}
    ORDER BY NOT ${isUsable(reader)}, s.place, array_position('{me,firm,county}', v.audience), v.id LIMIT ${most}::integer`.execute(
    db,
  )
  return rows
}

/** Of these views, those that a person may use. */
export async function readUsableIds(
  db: Kysely<DB>,
  reader: ViewReader,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<ViewRow>`
    ${selectViews(reader)} AND ${isUsable(reader)} AND v.id = ANY (${ids}::integer[])
    ORDER BY v.id FOR KEY SHARE OF v`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The view if it is for the person, locked until the transaction ends. It may be unusable for them. */
export async function findView(
  transaction: Transaction<DB>,
  reader: ViewReader,
  id: number,
): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    ${selectViews(reader)} AND v.id = ${id}::integer FOR UPDATE OF v`.execute(transaction)
  return rows[0]
}

/** What a person has set on the list. */
export async function readListSetting(
  db: Kysely<DB>,
  accountId: number,
): Promise<{ readonly defaultViewId: number | null; readonly columns: Columns | null }> {
  const { rows } = await sql<{ defaultViewId: number | null; columns: Columns | null }>`
    SELECT default_view_id AS "defaultViewId", columns FROM list_setting
    WHERE account_id = ${accountId}::integer`.execute(db)
  return rows[0] ?? { defaultViewId: null, columns: null }
}
