import { sql, type Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { containsText } from '../../engines/database/like-pattern.ts'
import { isSeenBy } from '../access/county-scope.repository.ts'
import { nameKnownTo, nameOrAddress, type NameReader } from '../accounts/known-people.repository.ts'

export type Viewer = { readonly id: number; readonly name: string; readonly email: string }

type Search = {
  readonly search: string | undefined
  readonly reader: NameReader
  readonly most: number
}

/**
 * Other people who may sign in and see the document, with the text in name or address if there is one, by name. The
 * address replaces a name that the reader may not know, and such a name is not searched (R15.57).
 */
export async function searchViewers(
  db: Kysely<DB>,
  documentId: number,
  { search, reader, most }: Search,
): Promise<Viewer[]> {
  const name = nameOrAddress(reader, 'a')
  const matches =
    search === undefined
      ? sql`true`
      : containsText(sql`search_text(a.email || ' ' || ${nameKnownTo(reader, 'a')})`, search)
  const { rows } = await sql<Viewer>`
    SELECT a.id, ${name} AS name, a.email FROM account AS a JOIN document AS d ON d.id = ${documentId}::integer
    WHERE a.id <> ${reader.accountId}::integer AND ${matches} AND ${isSeenBy('a', 'd')}
    ORDER BY ${name} COLLATE "und-x-icu", a.id LIMIT ${most}::integer`.execute(db)
  return rows
}

/** Of these people, those who may sign in and see the document. */
export async function listViewersAmong(
  db: Kysely<DB>,
  documentId: number,
  personIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM account AS a JOIN document AS d ON d.id = ${documentId}::integer
    WHERE a.id = ANY (${personIds}::integer[]) AND ${isSeenBy('a', 'd')} ORDER BY a.id`.execute(db)
  return rows.map(({ id }) => id)
}
