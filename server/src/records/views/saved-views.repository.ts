import type { Audience, Columns } from '@portal/contract/views/views.ts'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'

/** Whose list of views it belongs to. */
export type ViewPlace = {
  readonly audience: Audience
  readonly accountId: number
  readonly countyId: number | null
}

export type ViewValues = ViewPlace & {
  readonly name: string
  /** The parsed filters of the list. */
  readonly filters: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** Locks the views of an audience until the transaction ends, and returns how many it has. */
export async function lockAndCountViews(transaction: Transaction<DB>, place: ViewPlace): Promise<number> {
  const { audience, accountId, countyId } = place
  const whose = audience === 'me' ? accountId : (countyId ?? 0)
  const name = `views of ${audience} ${whose}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM saved_view
    WHERE audience = ${audience} AND county_id IS NOT DISTINCT FROM ${countyId}::integer
      AND (audience <> 'me' OR account_id = ${accountId}::integer)`.execute(transaction)
  return rows[0]?.n ?? 0
}

export async function insertView(transaction: Transaction<DB>, view: ViewValues): Promise<number> {
  const { id } = await transaction
    .insertInto('saved_view')
    .values({ ...columnsOf(view), account_id: view.accountId, created_at: view.at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateView(transaction: Transaction<DB>, id: number, view: ViewValues): Promise<void> {
  await transaction.updateTable('saved_view').set(columnsOf(view)).where('id', '=', id).execute()
}

function columnsOf({ audience, countyId, name, filters, at }: ViewValues) {
  return { audience, county_id: countyId, name, filters: JSON.stringify(filters), changed_at: at }
}

/** Deletes a view with what people have set on it. */
export async function removeView(transaction: Transaction<DB>, id: number): Promise<void> {
  await transaction.deleteFrom('saved_view').where('id', '=', id).execute()
}

/** Replaces a person's order of views. */
export async function setViewOrder(
  transaction: Transaction<DB>,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    UPDATE saved_view_setting SET place = NULL
    WHERE account_id = ${accountId}::integer AND place IS NOT NULL`.execute(transaction)
  await sql`
    INSERT INTO saved_view_setting (account_id, view_id, place)
    SELECT ${accountId}::integer, v.id, v.place
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS v (id, place)
    ON CONFLICT (account_id, view_id) DO UPDATE SET place = excluded.place`.execute(transaction)
}

/** Sets a person's columns on a view; null for the default ones. */
export async function setColumnsOfView(
  transaction: Transaction<DB>,
  { accountId, viewId }: { readonly accountId: number; readonly viewId: number },
  columns: Columns | null,
): Promise<void> {
  await sql`
    INSERT INTO saved_view_setting (account_id, view_id, columns)
    VALUES (${accountId}::integer, ${viewId}::integer, ${toJson(columns)}::jsonb)
    ON CONFLICT (account_id, view_id) DO UPDATE SET columns = excluded.columns`.execute(transaction)
}

/** Sets a person's columns of the list without a view; null for the default ones. */
export async function setColumnsOfList(
  transaction: Transaction<DB>,
  accountId: number,
  columns: Columns | null,
): Promise<void> {
  await sql`
    INSERT INTO list_setting (account_id, columns) VALUES (${accountId}::integer, ${toJson(columns)}::jsonb)
    ON CONFLICT (account_id) DO UPDATE SET columns = excluded.columns`.execute(transaction)
}

/** Sets the view that a person's list opens with; null for none. */
export async function setDefault(
  transaction: Transaction<DB>,
  accountId: number,
  viewId: number | null,
): Promise<void> {
  await sql`
    INSERT INTO list_setting (account_id, default_view_id) VALUES (${accountId}::integer, ${viewId}::integer)
    ON CONFLICT (account_id) DO UPDATE SET default_view_id = excluded.default_view_id`.execute(transaction)
}

function toJson(columns: Columns | null): string | null {
  return columns && JSON.stringify(columns)
}
