import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { containsText } from '../../engines/database/like-pattern.ts'
import type { Person } from '../access/actor.ts'
import { nameKnownTo } from './assignees/assignees.repository.ts'
import type { DocumentRow } from './documents.repository.ts'

/** The facts that decide who sees a document. */
type SeenDocument = Pick<DocumentRow, 'county_id' | 'uploaded_by'>

/** Restricts a query to the active accounts `alias` that see a document outside the bin, by the same rule as `maySee`. */
function seesDocument(
  { county_id: countyId, uploaded_by: uploadedBy }: SeenDocument,
  alias: string,
): RawBuilder<boolean> {
  const account = (column: string) => sql.ref(`${alias}.${column}`)
  const membership = sql`SELECT FROM membership AS m WHERE m.account_id = ${account('id')}`
  const isOfCounty =
    countyId === null
      ? sql`(${account('id')} = ${uploadedBy}::integer AND NOT EXISTS (${membership}))`
      : sql`EXISTS (${membership} AND m.county_id = ${countyId}::integer)`
  return sql`(${account('disabled_at')} IS NULL AND ${account('confirmed_at')} IS NOT NULL
    AND (${account('role')} = 'administrator' OR ${isOfCounty}))`
}

export type Viewer = { readonly id: number; readonly name: string; readonly email: string }

type Search = {
  readonly search: string | undefined
  readonly reader: Pick<Person, 'accountId' | 'counties'>
  readonly most: number
}

/**
 * Other active people who see the document, with the text in name or address if there is one, by name. The address
 * replaces a name that the reader may not know, and such a name is not searched (R15.57).
 */
export async function searchViewers(
  db: Kysely<DB>,
  document: SeenDocument,
  { search, reader, most }: Search,
): Promise<Viewer[]> {
  const known = nameKnownTo(reader, 'a')
  const matches =
    search === undefined ? sql`true` : containsText(sql`search_text(a.email || ' ' || ${known})`, search)
  const { rows } = await sql<Viewer>`
    SELECT a.id, coalesce(nullif(${known}, ''), a.email) AS name, a.email FROM account AS a
    WHERE a.id <> ${reader.accountId}::integer AND ${matches} AND ${seesDocument(document, 'a')}
    ORDER BY coalesce(nullif(${known}, ''), a.email) COLLATE "und-x-icu", a.id LIMIT ${most}::integer`.execute(
    db,
  )
  return rows
}

/** Of these people, the active ones who see the document. */
export async function listViewersAmong(
  db: Kysely<DB>,
  document: SeenDocument,
  personIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM account AS a
    WHERE a.id = ANY (${personIds}::integer[]) AND ${seesDocument(document, 'a')} ORDER BY a.id`.execute(db)
  return rows.map(({ id }) => id)
}
