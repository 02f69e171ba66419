import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { SortColumn } from '@portal/contract/files/list-orders.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { scopeCondition } from '../../../records/access/county-scope.repository.ts'
import type { CountyScope } from '../../../records/access/county.policy.ts'
import { assigneeEmail } from '../../../records/documents/assignees/assigned-to.repository.ts'
import { SORT_KEYS } from '../../../records/search-index/sort-keys.repository.ts'
import { sortableConditions, type Sortable } from '../../../records/search-index/sorted-pages.repository.ts'

/** `given`: the order of the ids of a search, which has its best match first. */
export type ExportOrder = 'list' | 'given' | { readonly column: SortColumn; readonly isDescending: boolean }

/** A document with names and links as texts. */
export type ExportedDocument = {
  readonly id: number
  /** ISO 8601, UTC. */
  readonly uploaded_at: string
  readonly uploader: string
  readonly category: string
  readonly type: string
  readonly file_name: string
  readonly description: string
  readonly county: string | null
  readonly status: string
  /** The address; empty for nobody. */
  readonly assignee: string
  readonly owners: string
  readonly owner_numbers: string
  readonly agents: string
  readonly appraisal_year: number
  readonly rendered: boolean
  /** YYYY-MM-DD. */
  readonly rendered_date: string | null
  readonly extended: boolean
  readonly byte_size: number
  /** In hexadecimal. */
  readonly sha256: string
}

/** Milliseconds of one statement, below the silence that the pool allows. */
const TIMEOUT_MS = 25_000

/** Prepares the snapshot of an export: a cursor is planned for all of its rows. */
export async function prepareSnapshot(transaction: Transaction<DB>): Promise<void> {
  await sql`SELECT set_config('cursor_tuple_fraction', '1', true), set_config('jit', 'off', true),
    set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(transaction)
}

/** How many documents match. */
export async function countDocuments(transaction: Transaction<DB>, wanted: Sortable): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM document AS d WHERE ${sortableConditions(wanted)}`.execute(transaction)
  return rows[0]?.n ?? 0
}

/** Opens a cursor of the ids in their order. */
export async function openCursor(
  transaction: Transaction<DB>,
  wanted: Sortable,
  order: ExportOrder,
): Promise<void> {
  const place =
    order === 'given'
      ? sql`JOIN unnest(${wanted.ids ?? []}::integer[]) WITH ORDINALITY AS p (id, place) ON p.id = d.id`
      : sql``
  await sql`
    DECLARE export_ids NO SCROLL CURSOR FOR SELECT d.id FROM document AS d ${place}
    WHERE ${sortableConditions(wanted)} ORDER BY ${orderBy(order)}`.execute(transaction)
}

function orderBy(order: ExportOrder): RawBuilder<unknown> {
  if (order === 'list') return sql`d.status_rank DESC, d.uploaded_at DESC, d.id DESC`
  if (order === 'given') return sql`p.place`
  const direction = sql.raw(order.isDescending ? 'DESC' : 'ASC')
  return sql`${SORT_KEYS[order.column].key} ${direction}, d.id ${direction}`
}

/** The next ids of the cursor. */
export async function fetchIds(transaction: Transaction<DB>, most: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`FETCH FORWARD ${sql.lit(most)} FROM export_ids`.execute(
    transaction,
  )
  return rows.map(({ id }) => id)
}

/** These documents in this order. The scope is a second wall: whoever found the ids has looked at it, too. */
export async function readDocuments(
  transaction: Transaction<DB>,
  ids: readonly number[],
  scope: CountyScope,
): Promise<ExportedDocument[]> {
  const { rows } = await sql<ExportedDocument>`
    SELECT d.id, to_char(d.uploaded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS uploaded_at,
      a.email AS uploader, c.name AS category, t.name AS type, d.file_name, d.description, k.name AS county,
      s.name AS status, ${ASSIGNEE} AS assignee, coalesce(o.names, '') AS owners, coalesce(o.numbers, '') AS owner_numbers,
      ${AGENTS} AS agents, d.appraisal_year, d.rendered, d.rendered_date::text AS rendered_date, d.extended,
      d.byte_size, encode(d.sha256, 'hex') AS sha256
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS p (id, place)
    JOIN document AS d ON d.id = p.id
    JOIN account AS a ON a.id = d.uploaded_by
    JOIN category AS c ON c.id = d.category_id
    JOIN document_type AS t ON t.id = d.type_id
    JOIN status AS s ON s.id = d.status_id
    LEFT JOIN county AS k ON k.id = d.county_id
    LEFT JOIN LATERAL (${OWNERS}) AS o ON true
    WHERE ${scopeCondition(scope, 'd')} ORDER BY p.place`.execute(transaction)
  return rows
}

/** By name, as the list sorts by owner. An owner may be linked with several relations. */
const OWNERS = sql`SELECT string_agg(n.organization_name, '; ' ORDER BY n.place) AS names,
    string_agg(n.party_number::text, '; ' ORDER BY n.place) AS numbers
  FROM (SELECT g.organization_name, g.party_number,
      row_number() OVER (ORDER BY left(g.search_name, 100) COLLATE "C", g.party_number) AS place
    FROM organization AS g
    WHERE g.party_number IN (SELECT l.party_number FROM document_owner AS l WHERE l.document_id = d.id)) AS n`

const ASSIGNEE = sql`coalesce((${assigneeEmail('d')}), '')`

const AGENTS = sql`coalesce((SELECT string_agg(concat_ws(' ', g.organization_name, '(' || nullif(g.legacy_code, '') || ')'),
    '; ' ORDER BY g.organization_name COLLATE "C", g.agent_number)
  FROM agent AS g
  WHERE g.agent_number IN (SELECT l.agent_number FROM document_agent AS l WHERE l.document_id = d.id)), '')`
