import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { ImportScope, WriteCounts } from '../../imports/import-kind.ts'
import { WRITE_OWNER_ROLL } from './owner-roll.job.ts'
import type { RollKey } from './owner-roll.repository.ts'

/** What a staged line makes of a row: null stands for a column that the file does not have, 0 and NaN for none. */
const AFTER = sql`
  s.owner_name, COALESCE(s.cad_owner_id, v.cad_owner_id, ''), NULLIF(COALESCE(s.agent_number, v.agent_number), 0),
  COALESCE(s.agent_name, v.agent_name, ''), NULLIF(s.current_value, 'NaN'),
  NULLIF(COALESCE(s.prior_value, v.prior_value), 'NaN')`
/** The same of a line whose owner has no row yet. */
const INSERTED = sql`
  s.owner_name, COALESCE(s.cad_owner_id, ''), NULLIF(s.agent_number, 0), COALESCE(s.agent_name, ''),
  NULLIF(s.current_value, 'NaN'), NULLIF(s.prior_value, 'NaN')`
const BEFORE = sql`
  v.owner_name, v.cad_owner_id, v.agent_number, v.agent_name, v.current_value, v.prior_value`
const COLUMNS = sql`owner_name, cad_owner_id, agent_number, agent_name, current_value, prior_value`

/** Writes the staged values, and makes their owners and agents appear in the county; unknown ones under the name given. */
export async function writeOwnerValues(
  transaction: Transaction<DB>,
  { countyId, year, replace, lines, jobs }: ImportScope,
): Promise<WriteCounts> {
  if (year === null) throw new Error('Owner values are of one appraisal year.')
  // One import after the other; who reads, or links a document, does not wait.
  await sql`LOCK TABLE organization, county_organization, agent, county_agent, owner_value
    IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
  await addOrganizations(transaction, countyId)
  await addAgents(transaction, countyId)
  const roll = { countyId, appraisalYear: year }
  const written = await writeValues(transaction, { ...roll, lines })
  const removed = replace ? await removeOthers(transaction, roll) : 0
  if (written.inserted + written.updated + removed > 0) {
    // The next year's roll shows these values where it has no prior ones, so it has changed too.
    const changed = [roll, { countyId, appraisalYear: year + 1 }]
    await markChanged(transaction, changed)
    await jobs.enqueue(transaction, WRITE_OWNER_ROLL, ...changed)
  }
  return { ...written, removed, held: 0 }
}

/** Whatever appears in a county is known to the firm, so that only what does not is looked for there. */
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

/** An agent with a number and no name waits for the import of agents to say who it is. */
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

type Lines = RollKey & { readonly lines: number }

async function writeValues(
  transaction: Transaction<DB>,
  { lines, ...roll }: Lines,
): Promise<Pick<WriteCounts, 'inserted' | 'updated' | 'unchanged'>> {
  const before = await countRows(transaction, roll)
  if (before === 0) {
    await insertValues(transaction, roll)
    return { inserted: lines, updated: 0, unchanged: 0 }
  }
  const written = await mergeValues(transaction, roll)
  const inserted = (await countRows(transaction, roll)) - before
  return { inserted, updated: written - inserted, unchanged: lines - written }
}

/** The first roll of a county and year has nothing to be compared with. */
async function insertValues(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<void> {
  await sql`
    INSERT INTO owner_value (county_id, appraisal_year, party_number, ${COLUMNS})
    SELECT ${countyId}::integer, ${appraisalYear}::smallint, s.party_number, ${INSERTED} FROM staged AS s`.execute(
    transaction,
  )
}

async function mergeValues(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<number> {
  const { numAffectedRows } = await sql`
    MERGE INTO owner_value AS v USING staged AS s
      ON v.county_id = ${countyId} AND v.appraisal_year = ${appraisalYear} AND v.party_number = s.party_number
    WHEN MATCHED AND (${BEFORE}) IS DISTINCT FROM (${AFTER}) THEN UPDATE SET (${COLUMNS}) = ROW (${AFTER})
    WHEN NOT MATCHED THEN INSERT (county_id, appraisal_year, party_number, ${COLUMNS})
      VALUES (${countyId}, ${appraisalYear}, s.party_number, ${INSERTED})`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

async function countRows(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    SELECT count(*)::integer AS rows FROM owner_value
    WHERE county_id = ${countyId} AND appraisal_year = ${appraisalYear}`.execute(transaction)
  return rows[0]?.rows ?? 0
}

async function removeOthers(
  transaction: Transaction<DB>,
  { countyId, appraisalYear }: RollKey,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM owner_value AS v WHERE county_id = ${countyId} AND appraisal_year = ${appraisalYear}
      AND NOT EXISTS (SELECT FROM named WHERE named.number = v.party_number)`.execute(transaction)
  return Number(numAffectedRows ?? 0)
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
