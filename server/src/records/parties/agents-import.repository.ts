import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { MAX_EXAMPLES, type ImportScope, type WriteCounts } from '../imports/import-kind.ts'
import { WRITE_OWNER_ROLL } from './owner-values/owner-roll.job.ts'

const DETAILS = [
  'legacy_code',
  'address_1',
  'address_2',
  'address_3',
  'city',
  'state_name',
  'state_abbreviation',
  'postal_code',
] as const satisfies readonly (keyof DB['agent'])[]

/** Null means that the file lacks the column: the old value stays. */
const AFTER = sql.join([
  sql`s.organization_name`,
  ...DETAILS.map((name) => sql`COALESCE(s.${sql.id(name)}, a.${sql.id(name)}, '')`),
])
const BEFORE = sql.join([sql`a.organization_name`, ...DETAILS.map((name) => sql`a.${sql.id(name)}`)])
const COLUMNS = sql.join(['organization_name', ...DETAILS].map((name) => sql.id(name)))

/** Writes the staged agents and their presence in the county. */
export async function writeAgents(
  transaction: Transaction<DB>,
  { countyId, replace, jobs }: ImportScope,
): Promise<WriteCounts> {
  // Serializes imports. Readers and document links do not wait.
  await sql`LOCK TABLE agent, county_agent IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
  const counts = await countChanges(transaction, countyId)
  await sql`
    MERGE INTO agent AS a USING staged AS s ON a.agent_number = s.agent_number
    WHEN MATCHED AND (${BEFORE}) IS DISTINCT FROM (${AFTER}) THEN UPDATE SET (${COLUMNS}) = ROW (${AFTER})
    WHEN NOT MATCHED THEN INSERT (agent_number, ${COLUMNS}) VALUES (s.agent_number, ${INSERTED})
  `.execute(transaction)
  await sql`
    INSERT INTO county_agent (county_id, agent_number) SELECT ${countyId}::integer, agent_number FROM staged
    ON CONFLICT DO NOTHING`.execute(transaction)
  // Rolls contain agent names. Rewriting them now saves the first reader the wait.
  await jobs.enqueue(transaction, WRITE_OWNER_ROLL, ...(await findChangedRolls(transaction, countyId)))
  const gone = replace ? await removeOthers(transaction, countyId) : { removed: 0, held: 0, examples: [] }
  return { ...counts, ...gone }
}

async function findChangedRolls(transaction: Transaction<DB>, countyId: number) {
  return transaction
    .selectFrom('owner_roll')
    .select(['county_id as countyId', 'appraisal_year as appraisalYear'])
    .where('county_id', '=', countyId)
    .whereRef('version', '>', 'written_version')
    .orderBy('appraisal_year', 'desc')
    .execute()
}

/** An inserted row has no previous values. */
const INSERTED = sql.join([
  sql`s.organization_name`,
  ...DETAILS.map((name) => sql`COALESCE(s.${sql.id(name)}, '')`),
])

async function countChanges(transaction: Transaction<DB>, countyId: number) {
  const { rows } = await sql<Pick<WriteCounts, 'inserted' | 'updated' | 'unchanged' | 'before'>>`
    SELECT
      (SELECT count(*)::integer FROM county_agent WHERE county_id = ${countyId}) AS before,
      (count(*) FILTER (WHERE c.agent_number IS NULL))::integer AS inserted,
      (count(*) FILTER (WHERE c.agent_number IS NOT NULL AND NOT is_same))::integer AS updated,
      (count(*) FILTER (WHERE c.agent_number IS NOT NULL AND is_same))::integer AS unchanged
    FROM staged AS s
    LEFT JOIN agent AS a ON a.agent_number = s.agent_number
    LEFT JOIN county_agent AS c ON c.county_id = ${countyId} AND c.agent_number = s.agent_number
    CROSS JOIN LATERAL (SELECT (${BEFORE}) IS NOT DISTINCT FROM (${AFTER})) AS compared (is_same)
  `.execute(transaction)
  return rows[0] ?? { inserted: 0, updated: 0, unchanged: 0, before: 0 }
}

/** Ends the county's presence of agents that the file does not name. Agents named by documents or owner values stay. */
async function removeOthers(transaction: Transaction<DB>, countyId: number) {
  const { rows } = await sql<Pick<WriteCounts, 'removed' | 'held' | 'examples'>>`
    WITH holding AS (
      SELECT agent_number FROM owner_value WHERE county_id = ${countyId}
      UNION SELECT agent_number FROM document_agent WHERE county_id = ${countyId}
    ), others AS (
      SELECT c.agent_number, h.agent_number IS NOT NULL AS is_held
      FROM county_agent AS c LEFT JOIN holding AS h ON h.agent_number = c.agent_number
      WHERE c.county_id = ${countyId} AND NOT EXISTS (SELECT FROM named WHERE named.number = c.agent_number)
    ), removed AS (
      DELETE FROM county_agent AS c USING others AS o
      WHERE c.county_id = ${countyId} AND c.agent_number = o.agent_number AND NOT o.is_held
      RETURNING c.agent_number
    )
    SELECT (SELECT count(*)::integer FROM removed) AS removed,
      (SELECT count(*)::integer FROM others WHERE is_held) AS held, ARRAY(
        SELECT organization_name FROM removed JOIN agent USING (agent_number)
        ORDER BY agent_number LIMIT ${MAX_EXAMPLES}) AS examples`.execute(transaction)
  return rows[0] ?? { removed: 0, held: 0, examples: [] }
}
