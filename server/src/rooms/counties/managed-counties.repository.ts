import type { CountyState } from '@portal/contract/counties/counties.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { containsText } from '../../engines/database/like-pattern.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { CountyRow } from '../../records/counties/counties.repository.ts'

/** A county with the numbers of its people and documents. */
export type ManagedCountyRow = CountyRow & {
  people: number
  /** Documents in the bin do not count. */
  documents: number
}

type Filter = {
  readonly id?: number | undefined
  /** A part of the name in any spelling, or the number. */
  readonly search?: string | undefined
  readonly state?: CountyState | undefined
}

type Condition = RawBuilder<boolean>

/** Lists the filtered counties by name. The document numbers come from stored totals, not from a count. */
export async function readManagedCounties(db: Kysely<DB>, filter: Filter): Promise<ManagedCountyRow[]> {
  const { rows } = await sql<ManagedCountyRow>`
    SELECT county.id, county.name, county.number, county.contacts, county.closed_at AS "closedAt",
      ARRAY(SELECT domain FROM county_email_domain AS d WHERE d.county_id = county.id ORDER BY domain COLLATE "C") AS domains,
      ARRAY(SELECT address FROM county_email_address AS a WHERE a.county_id = county.id ORDER BY address COLLATE "C") AS addresses,
      ARRAY(SELECT text FROM county_question_point AS q WHERE q.county_id = county.id ORDER BY position) AS points,
      (SELECT count(*)::integer FROM membership AS m WHERE m.county_id = county.id) AS people,
      (
        SELECT coalesce(sum(c.n), 0) FROM document_count AS c
        WHERE c.kind = 1 AND c.scope_id = county.id AND c.category_id = 0 AND c.type_id = 0 AND c.level = 0
      )::integer + coalesce(lately.n, 0)::integer AS documents
    FROM county
    LEFT JOIN (SELECT county_id, sum(n) AS n FROM document_delta GROUP BY county_id) AS lately ON lately.county_id = county.id
    WHERE ${sql.join([sql`true`, ...conditionsOf(filter)], sql` AND `)}
    ORDER BY county.name COLLATE "und-x-icu", county.id`.execute(db)
  return rows
}

function conditionsOf({ id, search, state }: Filter): Condition[] {
  const conditions: Condition[] = []
  if (id !== undefined) conditions.push(sql`county.id = ${id}`)
  if (search !== undefined) {
    const isNamed = containsText(sql`search_text(county.name)`, search)
    conditions.push(sql`(${isNamed} OR county.number = ${search})`)
  }
  if (state !== undefined)
    conditions.push(state === 'open' ? sql`county.closed_at IS NULL` : sql`county.closed_at IS NOT NULL`)
  return conditions
}
