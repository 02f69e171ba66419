import { MAX_COUNTED_OWNERS } from '@portal/contract/limits.ts'
import { sql, type Kysely } from 'kysely'
import type { Counties } from '../../records/access/actor.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'

export async function listCategories(db: Kysely<DB>) {
  return db.selectFrom('category').select(['id', 'name']).orderBy('id').execute()
}

export async function listTypes(db: Kysely<DB>, categoryId?: number) {
  let query = db.selectFrom('document_type').select(['id', 'category_id', 'name']).orderBy('id')
  // The column is a smallint; the cast lets an out-of-range category match no rows instead of failing.
  if (categoryId !== undefined) query = query.where(sql`category_id::integer`, '=', categoryId)
  return query.execute()
}

export async function listRelationTypes(db: Kysely<DB>) {
  return db.selectFrom('relation_type').select(['id', 'name']).orderBy('id').execute()
}

export async function listCountiesByName(db: Kysely<DB>, seen: Counties) {
  return db
    .selectFrom('county')
    .select(['id', 'name', sql<boolean>`closed_at IS NOT NULL`.as('isClosed')])
    .$if(seen !== 'all', (query) => query.where(sql<boolean>`id = ANY (${seen}::integer[])`))
    .orderBy(sql`name COLLATE "und-x-icu"`)
    .execute()
}

/**
 * How many owners each agent has on the newest rolls of these counties, at most `MAX_COUNTED_OWNERS`. Agents without an
 * owner are absent.
 */
export async function countOwnersOfAgents(
  db: Kysely<DB>,
  { counties, agentNumbers }: { counties: Counties; agentNumbers: readonly number[] },
): Promise<ReadonlyMap<number, number>> {
  const ofThem = counties === 'all' ? sql`` : sql`WHERE c.id = ANY (${counties}::integer[])`
  const { rows } = await sql<{ agent: number; owners: number }>`
    WITH newest AS MATERIALIZED (
      SELECT c.id, roll.appraisal_year FROM county AS c CROSS JOIN LATERAL (
        SELECT max(appraisal_year) AS appraisal_year FROM owner_value WHERE county_id = c.id) AS roll ${ofThem})
    SELECT agent, counted.owners FROM unnest(${agentNumbers}::integer[]) AS agent CROSS JOIN LATERAL (
      SELECT count(*)::integer AS owners FROM (
        SELECT FROM newest AS n JOIN owner_value AS v ON v.county_id = n.id AND v.appraisal_year = n.appraisal_year
        WHERE v.agent_number = agent LIMIT ${MAX_COUNTED_OWNERS}) AS bounded) AS counted
    WHERE counted.owners > 0`.execute(db)
  return new Map(rows.map(({ agent, owners }) => [agent, owners]))
}
