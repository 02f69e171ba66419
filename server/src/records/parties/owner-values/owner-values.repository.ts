import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import {
  MAX_EXAMPLES,
  type ImportScope,
  type RowsAfter,
  type WriteCounts,
} from '../../imports/import-kind.ts'
import type { Jobs } from '../../../engines/jobs/jobs.ts'
import { WRITE_OWNER_ROLL } from './owner-roll.job.ts'
import type { RollKey } from './owner-roll.repository.ts'
import { COLUMNS } from './undo-rows.repository.ts'
import { keepNewestGeneration } from './undo-rows.ts'

/** The row that results from a staged line. Null means that the file lacks the column; 0 and NaN mean no value. */
const AFTER = sql`
  s.owner_name, COALESCE(s.cad_owner_id, v.cad_owner_id, ''), NULLIF(COALESCE(s.agent_number, v.agent_number), 0),
  COALESCE(s.agent_name, v.agent_name, ''), NULLIF(s.current_value, 'NaN'),
  NULLIF(COALESCE(s.prior_value, v.prior_value), 'NaN')`
/** The same for a line whose owner has no row yet. */
const INSERTED = sql`
  s.owner_name, COALESCE(s.cad_owner_id, ''), NULLIF(s.agent_number, 0), COALESCE(s.agent_name, ''),
  NULLIF(s.current_value, 'NaN'), NULLIF(s.prior_value, 'NaN')`
const BEFORE = sql`
  v.owner_name, v.cad_owner_id, v.agent_number, v.agent_name, v.current_value, v.prior_value`

/**
 * Writes the staged values, and adds their owners and agents to the county. Unknown ones get the name in the file.
 * Saves the previous state of rows that it changes and removes.
 */
export async function writeOwnerValues(
  transaction: Transaction<DB>,
  { importId, countyId, year, replace, lines, jobs }: ImportScope,
): Promise<WriteCounts> {
  if (year === null) throw new Error('Owner values are of one appraisal year.')
  // Serializes imports. Readers and document links do not wait.
  await sql`LOCK TABLE organization, county_organization, agent, county_agent, owner_value
    IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
  await addOrganizations(transaction, countyId)
  await addAgents(transaction, countyId)
  const roll = { importId, countyId, appraisalYear: year }
  const before = (await measureRows(transaction, roll)).rowCount
  const written = await (before === 0 ? insertAll(transaction, roll) : writeChanges(transaction, roll))
  const gone = replace && before > 0 ? await removeOthers(transaction, roll) : NONE_REMOVED
  const counts = {
    inserted: written.inserted,
    updated: written.updated,
    unchanged: lines - written.inserted - written.updated,
    removed: gone.removed,
    held: 0,
    before,
    examples: gone.removed > 0 ? gone.examples : written.examples,
  }
  if (counts.unchanged === lines && gone.removed === 0) return counts
  await announceChange(transaction, jobs, roll)
  await keepNewestGeneration(transaction, roll)
  return { ...counts, after: await measureRows(transaction, roll) }
}

const NONE_REMOVED = { removed: 0, examples: [] }

/** Everything in a county is also known to the firm, so only parties missing from the county are looked up there. */
async function addOrganizations(transaction: Transaction<DB>, countyId: number): Promise<void> {
  await sql`
    CREATE TEMPORARY TABLE newcomer ON COMMIT DROP AS SELECT party_number, owner_name FROM staged AS s
    WHERE NOT EXISTS (
      SELECT FROM county_organization AS c WHERE c.county_id = ${countyId} AND c.party_number = s.party_number
    )`.execute(transaction)
  await sql`
    INSERT INTO organization (party_number, organization_name) SELECT party_number, owner_name FROM newcomer
    ON CONFLICT DO NOTHING`.execute(transaction)
  await sql`
    INSERT INTO county_organization (county_id, party_number, name)
    SELECT ${countyId}::integer, party_number, owner_name FROM newcomer`.execute(transaction)
}

/** An agent with a number but no name gets its name from the import of agents. */
async function addAgents(transaction: Transaction<DB>, countyId: number): Promise<void> {
  const { rows } = await sql<{ number: number; isKnown: boolean }>`
    SELECT number, EXISTS (SELECT FROM agent WHERE agent_number = number) AS "isKnown"
    FROM (SELECT DISTINCT agent_number FROM staged WHERE agent_number > 0) AS s (number)`.execute(transaction)
  const unknown = rows.filter(({ isKnown }) => !isKnown).map(({ number }) => number)
  if (unknown.length > 0) {
    await sql`
      INSERT INTO agent (agent_number, organization_name)
      SELECT DISTINCT ON (agent_number) agent_number, agent_name FROM staged
      WHERE agent_number = ANY (${unknown}::integer[]) AND agent_name <> ''
      ORDER BY agent_number, line`.execute(transaction)
  }
  await sql`
    INSERT INTO county_agent (county_id, agent_number)
    SELECT ${countyId}::integer, agent_number FROM agent
    WHERE agent_number = ANY (${rows.map(({ number }) => number)}::integer[])
    ON CONFLICT DO NOTHING`.execute(transaction)
}

/** A county's roll of a year, and the import that writes it. */
type WrittenRoll = RollKey & { readonly importId: number }

type Written = { readonly inserted: number; readonly updated: number; readonly examples: readonly string[] }

/** The first roll of a county and year has nothing to compare with. */
async function insertAll(
  transaction: Transaction<DB>,
  { importId, countyId, appraisalYear }: WrittenRoll,
): Promise<Written> {
  const { numAffectedRows } = await sql`
    INSERT INTO owner_value (county_id, appraisal_year, party_number, ${COLUMNS}, import_id)
    SELECT ${countyId}::integer, ${appraisalYear}::smallint, s.party_number, ${INSERTED}, ${importId}::integer
    FROM staged AS s`.execute(transaction)
  return { inserted: Number(numAffectedRows ?? 0), updated: 0, examples: [] }
}

async function writeChanges(transaction: Transaction<DB>, roll: WrittenRoll): Promise<Written> {
  const updated = await keepChanging(transaction, roll)
  if (updated > 0) await changeKept(transaction, roll)
  const { numAffectedRows } = await sql`
    INSERT INTO owner_value (county_id, appraisal_year, party_number, ${COLUMNS}, import_id)
    SELECT ${roll.countyId}::integer, ${roll.appraisalYear}::smallint, s.party_number, ${INSERTED},
      ${roll.importId}::integer
    FROM staged AS s WHERE NOT EXISTS (
      SELECT FROM owner_value AS v WHERE v.county_id = ${roll.countyId} AND v.appraisal_year = ${roll.appraisalYear}
        AND v.party_number = s.party_number)`.execute(transaction)
  const examples = updated > 0 ? await namesBefore(transaction, roll) : []
  return { inserted: Number(numAffectedRows ?? 0), updated, examples }
}

/** Saves the rows that the file changes, and returns their number. */
async function keepChanging(
  transaction: Transaction<DB>,
  { importId, countyId, appraisalYear }: WrittenRoll,
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO owner_value_before (import_id, party_number, existed, written_by, ${COLUMNS})
    SELECT ${importId}::integer, party_number, true, v.import_id, ${BEFORE}
    FROM owner_value AS v JOIN staged AS s USING (party_number)
    WHERE v.county_id = ${countyId} AND v.appraisal_year = ${appraisalYear}
      AND (${BEFORE}) IS DISTINCT FROM (${AFTER})`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

async function changeKept(
  transaction: Transaction<DB>,
  { importId, countyId, appraisalYear }: WrittenRoll,
): Promise<void> {
  await sql`
    UPDATE owner_value AS v SET (${COLUMNS}, import_id) = ROW (${AFTER}, ${importId}::integer)
    FROM staged AS s JOIN owner_value_before AS b USING (party_number)
    WHERE b.import_id = ${importId} AND v.party_number = s.party_number
      AND v.county_id = ${countyId} AND v.appraisal_year = ${appraisalYear}`.execute(transaction)
}

async function namesBefore(transaction: Transaction<DB>, { importId }: WrittenRoll): Promise<string[]> {
  const rows = await transaction
    .selectFrom('owner_value_before')
    .select('owner_name')
    .where('import_id', '=', importId)
    .orderBy('party_number')
    .limit(MAX_EXAMPLES)
    .execute()
  return rows.map(({ owner_name: name }) => name)
}

/** The number of rows of a county and year, and the imports that wrote them. */
export async function measureRows(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<RowsAfter> {
  const { rows } = await sql<RowsAfter>`
    SELECT count(*)::integer AS "rowCount", COALESCE(sum(import_id), 0)::text AS "importIdSum" FROM owner_value
    WHERE county_id = ${countyId} AND appraisal_year = ${appraisalYear}`.execute(transaction)
  return rows[0] ?? { rowCount: 0, importIdSum: '0' }
}

async function removeOthers(
  transaction: Transaction<DB>,
  { importId, countyId, appraisalYear }: WrittenRoll,
): Promise<Pick<WriteCounts, 'removed' | 'examples'>> {
  const { rows } = await sql<Pick<WriteCounts, 'removed' | 'examples'>>`
    WITH gone AS (
      DELETE FROM owner_value AS v WHERE county_id = ${countyId} AND appraisal_year = ${appraisalYear}
        AND NOT EXISTS (SELECT FROM named WHERE named.number = v.party_number)
      RETURNING v.*
    ), kept AS (
      INSERT INTO owner_value_before (import_id, party_number, existed, written_by, ${COLUMNS})
      SELECT ${importId}::integer, party_number, true, import_id, ${COLUMNS} FROM gone
    )
    SELECT (SELECT count(*)::integer FROM gone) AS removed,
      ARRAY(SELECT owner_name FROM gone ORDER BY party_number LIMIT ${MAX_EXAMPLES}) AS examples`.execute(
    transaction,
  )
  return rows[0] ?? { removed: 0, examples: [] }
}

/** Queues the rewrite of the roll, and of the next year's roll, which shows these values if it has no prior ones. */
export async function announceChange(
  transaction: Transaction<DB>,
  jobs: Jobs,
  { countyId, appraisalYear }: RollKey,
): Promise<void> {
  const changed = [appraisalYear, appraisalYear + 1].map((year) => ({ countyId, appraisalYear: year }))
  await markChanged(transaction, changed)
  await jobs.enqueue(transaction, WRITE_OWNER_ROLL, ...changed)
}

async function markChanged(transaction: Transaction<DB>, rolls: readonly RollKey[]): Promise<void> {
  await transaction
    .insertInto('owner_roll')
    .values(
      rolls.map(({ countyId, appraisalYear }) => ({
        county_id: countyId,
        appraisal_year: appraisalYear,
        version: 1,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['county_id', 'appraisal_year']).doUpdateSet({ version: sql`owner_roll.version + 1` }),
    )
    .execute()
}
