import { sql, type Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { SampleOwner } from './sample-owners.ts'

type Rolls = { countyId: number; owners: readonly SampleOwner[]; years: readonly number[] }

/** A county's rolls of some years, oldest first; prior values are what the year before says. */
export async function writeRolls(
  transaction: Transaction<DB>,
  { countyId, owners, years }: Rolls,
): Promise<void> {
  const numbers = owners.map(({ partyNumber }) => partyNumber)
  const names = owners.map(({ name }) => name)
  await sql`INSERT INTO organization (party_number, organization_name)
    SELECT * FROM unnest(${numbers}::integer[], ${names}::text[]) ON CONFLICT DO NOTHING`.execute(transaction)
  await sql`INSERT INTO county_organization (county_id, party_number, name)
    SELECT ${countyId}::integer, * FROM unnest(${numbers}::integer[], ${names}::text[])
    ON CONFLICT DO NOTHING`.execute(transaction)
  for (const [at, year] of years.entries()) {
    await sql`
      INSERT INTO owner_value
        (county_id, appraisal_year, party_number, owner_name, cad_owner_id, agent_number, current_value)
      SELECT ${countyId}::integer, ${year}::smallint, * FROM unnest(
        ${numbers}::integer[], ${names}::text[], ${owners.map((owner) => owner.cadOwnerId)}::text[],
        ${owners.map((owner) => owner.agentNumber)}::integer[],
        ${owners.map((owner) => owner.values[at] ?? null)}::numeric[])`.execute(transaction)
  }
  await transaction
    .insertInto('owner_roll')
    .values(years.map((year) => ({ county_id: countyId, appraisal_year: year, version: 1 })))
    .execute()
}
