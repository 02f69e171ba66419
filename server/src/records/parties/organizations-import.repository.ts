import { sql, type Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { MAX_EXAMPLES, type ImportScope, type WriteCounts } from '../imports/import-kind.ts'

/** Writes the staged organizations and their presence in the county. */
export async function writeOrganizations(
  transaction: Transaction<DB>,
  { countyId, replace }: ImportScope,
): Promise<WriteCounts> {
  // Serializes imports. Readers and document links do not wait.
  await sql`LOCK TABLE organization, county_organization IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
  const counts = await countChanges(transaction, countyId)
  await sql`
    MERGE INTO organization AS o USING staged AS s ON o.party_number = s.party_number
    WHEN MATCHED AND o.organization_name IS DISTINCT FROM s.organization_name
      THEN UPDATE SET organization_name = s.organization_name
    WHEN NOT MATCHED THEN INSERT (party_number, organization_name) VALUES (s.party_number, s.organization_name)
  `.execute(transaction)
  await sql`
    MERGE INTO county_organization AS c USING staged AS s
      ON c.county_id = ${countyId} AND c.party_number = s.party_number
    WHEN MATCHED AND c.name IS DISTINCT FROM s.name THEN UPDATE SET name = s.name
    WHEN NOT MATCHED THEN INSERT (county_id, party_number, name) VALUES (${countyId}, s.party_number, s.name)
  `.execute(transaction)
  const gone = replace ? await removeOthers(transaction, countyId) : { removed: 0, held: 0, examples: [] }
  return { ...counts, ...gone }
}

async function countChanges(transaction: Transaction<DB>, countyId: number) {
  const { rows } = await sql<Pick<WriteCounts, 'inserted' | 'updated' | 'unchanged' | 'before'>>`
    SELECT
      (SELECT count(*)::integer FROM county_organization WHERE county_id = ${countyId}) AS before,
      (count(*) FILTER (WHERE c.party_number IS NULL))::integer AS inserted,
      (count(*) FILTER (WHERE c.party_number IS NOT NULL AND NOT is_same))::integer AS updated,
      (count(*) FILTER (WHERE c.party_number IS NOT NULL AND is_same))::integer AS unchanged
    FROM staged AS s
    LEFT JOIN organization AS o ON o.party_number = s.party_number
    LEFT JOIN county_organization AS c ON c.county_id = ${countyId} AND c.party_number = s.party_number
    CROSS JOIN LATERAL (
      SELECT c.name IS NOT DISTINCT FROM s.name AND o.organization_name IS NOT DISTINCT FROM s.organization_name
    ) AS compared (is_same)`.execute(transaction)
  return rows[0] ?? { inserted: 0, updated: 0, unchanged: 0, before: 0 }
}

/**
 * Ends the county's presence of organizations that the file does not name. Those named by documents or owner values
 * stay.
 */
async function removeOthers(transaction: Transaction<DB>, countyId: number) {
  // Waits for transactions that are linking a document to one of them, in the lock order of links. Later ones wait for
  // us. Only the next statement sees those links.
  await sql`
    CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS SELECT c.party_number FROM county_organization AS c
    WHERE c.county_id = ${countyId} AND NOT EXISTS (SELECT FROM named WHERE named.number = c.party_number)
      AND ${isFree}
    ORDER BY c.party_number FOR UPDATE OF c`.execute(transaction)
  const { numAffectedRows } = await sql`
    DELETE FROM county_organization AS c USING leaving
    WHERE c.county_id = ${countyId} AND c.party_number = leaving.party_number AND ${isFree}`.execute(
    transaction,
  )
  const { rows } = await sql<{ held: number; examples: string[] }>`
    SELECT count(*)::integer AS held, ARRAY(
      SELECT organization_name FROM leaving JOIN organization USING (party_number)
      ORDER BY party_number LIMIT ${MAX_EXAMPLES}) AS examples
    FROM county_organization AS c
    WHERE c.county_id = ${countyId} AND NOT EXISTS (SELECT FROM named WHERE named.number = c.party_number)`.execute(
    transaction,
  )
  return {
    removed: Number(numAffectedRows ?? 0),
    held: rows[0]?.held ?? 0,
    examples: rows[0]?.examples ?? [],
  }
}

/**
 * Two conditions instead of one with OR, so that each is a join over the whole roll, and not a search for every row.
 */
const isFree = sql`
  NOT EXISTS (SELECT FROM owner_value AS v WHERE v.county_id = c.county_id AND v.party_number = c.party_number)
  AND NOT EXISTS (SELECT FROM document_owner AS d WHERE d.county_id = c.county_id AND d.party_number = c.party_number)`
