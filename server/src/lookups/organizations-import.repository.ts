import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { ImportScope, Written } from '../imports/roll.ts'

/** Writes the staged organizations and their appearance in the county. */
export async function writeOrganizations(
  transaction: Transaction<DB>,
  { countyId, replace }: ImportScope,
): Promise<Written> {
  // One import after the other; who reads, or links a document, does not wait.
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
  return { ...counts, ...(replace ? await removeOthers(transaction, countyId) : { removed: 0, held: 0 }) }
}

async function countChanges(transaction: Transaction<DB>, countyId: number) {
  const { rows } = await sql<Pick<Written, 'inserted' | 'updated' | 'unchanged'>>`
    SELECT
      (count(*) FILTER (WHERE c.party_number IS NULL))::integer AS inserted,
      (count(*) FILTER (WHERE c.party_number IS NOT NULL AND NOT is_same))::integer AS updated,
      (count(*) FILTER (WHERE c.party_number IS NOT NULL AND is_same))::integer AS unchanged
    FROM staged AS s
    LEFT JOIN organization AS o ON o.party_number = s.party_number
    LEFT JOIN county_organization AS c ON c.county_id = ${countyId} AND c.party_number = s.party_number
    CROSS JOIN LATERAL (
      SELECT c.name IS NOT DISTINCT FROM s.name AND o.organization_name IS NOT DISTINCT FROM s.organization_name
    ) AS compared (is_same)`.execute(transaction)
  return rows[0] ?? { inserted: 0, updated: 0, unchanged: 0 }
}

/** Ends the county's appearance of all that the file does not name; what documents or owner values name stays. */
async function removeOthers(transaction: Transaction<DB>, countyId: number) {
  const { rows } = await sql<Pick<Written, 'removed' | 'held'>>`
    WITH others AS (
      SELECT c.party_number, (
        EXISTS (SELECT FROM owner_value AS v WHERE v.county_id = c.county_id AND v.party_number = c.party_number)
        OR EXISTS (SELECT FROM document_owner AS d WHERE d.county_id = c.county_id AND d.party_number = c.party_number)
      ) AS is_held
      FROM county_organization AS c
      WHERE c.county_id = ${countyId} AND NOT EXISTS (SELECT FROM named WHERE named.number = c.party_number)
    ), removed AS (
      DELETE FROM county_organization AS c USING others AS o
      WHERE c.county_id = ${countyId} AND c.party_number = o.party_number AND NOT o.is_held
      RETURNING c.party_number
    )
    SELECT (SELECT count(*)::integer FROM removed) AS removed,
      (SELECT count(*)::integer FROM others WHERE is_held) AS held`.execute(transaction)
  return rows[0] ?? { removed: 0, held: 0 }
}
