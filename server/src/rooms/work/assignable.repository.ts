import { sql, type Kysely } from 'kysely'
import { containsText } from '../../engines/database/like-pattern.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { isSeenBy } from '../../records/access/county-scope.repository.ts'
import { nameKnownTo, type NameReader } from '../../records/accounts/known-people.repository.ts'
import type { AssigneeRow } from '../../records/documents/assignees/assignees.repository.ts'
import { sharesCounty } from '../../records/documents/assignees/workers.repository.ts'

type Search = {
  readonly reader: NameReader
  /** A part of a name or an address. */
  readonly term: string | undefined
  /** Only people who see this document; null for people who share a county with the reader. */
  readonly documentId: number | null
  readonly most: number
}

/** People who may sign in, by address. A name that the reader may not know is not searched (R15.57). */
export async function searchPeople(
  db: Kysely<DB>,
  { reader, term, documentId, most }: Search,
): Promise<AssigneeRow[]> {
  const name = nameKnownTo(reader, 'a')
  const isFound =
    term === undefined ? sql`true` : containsText(sql`search_text(a.email || ' ' || ${name})`, term)
  const sees =
    documentId === null
      ? sharesCounty(reader, 'a')
      : sql`EXISTS (SELECT FROM document AS d WHERE d.id = ${documentId}::integer AND ${isSeenBy('a', 'd')})`
  const { rows } = await sql<AssigneeRow>`
    SELECT a.id AS "personId", a.email, ${name} AS "fullName" FROM account AS a
    WHERE a.disabled_at IS NULL AND a.confirmed_at IS NOT NULL AND ${sees} AND ${isFound}
    ORDER BY a.email COLLATE "und-x-icu", a.id LIMIT ${most}::integer`.execute(db)
  return rows
}
