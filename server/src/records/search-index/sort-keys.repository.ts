import type { SortColumn } from '@portal/contract/files/list-orders.ts'
import { sql, type RawBuilder } from 'kysely'

type Part = RawBuilder<unknown>

/** What a column sorts the document `d` by. Documents with the same value follow by id. */
export type SortKey = {
  readonly key: Part
  readonly kind: 'text' | 'number' | 'moment'
  /** Whether an index has all documents, and those of each county, in this order. */
  readonly isIndexed?: true
}

/** The beginning of a text without capitals. Longer ones that begin alike follow by id. */
const beginningOf = (text: Part) => sql`left(search_text(${text}), 100) COLLATE "C"`

const nameIn = (table: Part, id: Part) =>
  sql`coalesce((SELECT left(search_text(n.name), 100) FROM ${table} AS n WHERE n.id = ${id}), '') COLLATE "C"`

/** The keys of fileName and size are those of the indexes in migration 0150. */
export const SORT_KEYS: Readonly<Record<SortColumn, SortKey>> = {
  fileId: { key: sql`d.id`, kind: 'number', isIndexed: true },
  // No index: the planner would read the list's own order from it, and skip most of its rows.
  date: { key: sql`d.uploaded_at`, kind: 'moment' },
  fileName: { key: beginningOf(sql`d.file_name`), kind: 'text', isIndexed: true },
  size: { key: sql`d.byte_size`, kind: 'number', isIndexed: true },
  description: { key: beginningOf(sql`d.description`), kind: 'text' },
  county: { key: nameIn(sql`county`, sql`d.county_id`), kind: 'text' },
  category: { key: nameIn(sql`category`, sql`d.category_id`), kind: 'text' },
  type: { key: nameIn(sql`document_type`, sql`d.type_id`), kind: 'text' },
  // A higher rank is earlier.
  status: { key: sql`(- d.status_rank)`, kind: 'number' },
  uploadedBy: {
    key: sql`(SELECT a.email FROM account AS a WHERE a.id = d.uploaded_by) COLLATE "C"`,
    kind: 'text',
  },
  // The first of several. Documents without an owner come first.
  owner: {
    key: sql`coalesce((SELECT min(left(o.search_name, 100) COLLATE "C") FROM document_owner AS l
      JOIN organization AS o USING (party_number) WHERE l.document_id = d.id), '') COLLATE "C"`,
    kind: 'text',
  },
}

/** The key as a cursor has it; moments in microseconds since 1970. */
export function keyForCursor({ key, kind }: SortKey): Part {
  if (kind !== 'moment') return sql`(${key})::text`
  return sql`(extract(epoch FROM ${key}) * 1000000)::bigint::text`
}

/** The key of a cursor as a value of the database; null if it is none of this column. */
export function keyOfCursor({ kind }: SortKey, key: string | number): Part | null {
  if (kind === 'text') return typeof key === 'string' ? sql`${key}::text` : null
  if (typeof key !== 'number') return null
  if (kind === 'number') return sql`${key}::bigint`
  return sql`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`
}
