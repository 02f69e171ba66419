import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { SampleAgent, SampleOrganization } from './sample-parties.ts'

type Parties = {
  organizations: readonly SampleOrganization[]
  agents: readonly SampleAgent[]
  countyIds: readonly number[]
}

/** Every county knows every sample organization, under its own shortened name, and every second agent. */
export async function writeParties(
  transaction: Transaction<DB>,
  { organizations, agents, countyIds }: Parties,
): Promise<void> {
  await transaction
    .insertInto('organization')
    .values(
      organizations.map(({ partyNumber, name }) => ({ party_number: partyNumber, organization_name: name })),
    )
    .execute()
  await transaction.insertInto('agent').values(agents.map(rowOf)).execute()
  for (const countyId of countyIds) {
    await transaction
      .insertInto('county_organization')
      .values(
        organizations.map(({ partyNumber, name }) => ({
          county_id: countyId,
          party_number: partyNumber,
          name: name.toUpperCase().slice(0, 30).trim(),
        })),
      )
      .execute()
    await transaction
      .insertInto('county_agent')
      .values(
        agentsIn(countyId, agents).map(({ agentNumber }) => ({
          county_id: countyId,
          agent_number: agentNumber,
        })),
      )
      .execute()
  }
}

/** Every second agent works in a county. */
export function agentsIn(countyId: number, agents: readonly SampleAgent[]): SampleAgent[] {
  return agents.filter(({ agentNumber }) => (agentNumber + countyId) % 2 === 0)
}

function rowOf({ agentNumber, name, legacyCode, address, city, postalCode }: SampleAgent) {
  return {
    agent_number: agentNumber,
    organization_name: name,
    legacy_code: legacyCode,
    address_1: address,
    city,
    state_name: 'Texas',
    state_abbreviation: 'TX',
    postal_code: postalCode,
  }
}
