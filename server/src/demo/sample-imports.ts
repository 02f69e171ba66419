import type { ImportKind } from '../records/imports/import-kind.ts'
import { agentImport, organizationImport } from '../records/parties/parties.import-kinds.ts'
import { ownerValueImport } from '../records/parties/owner-values/owner-values.import-kind.ts'
import type { Random } from './random.ts'
import { sampleOwners, type SampleOwner } from './sample-owners.ts'
import type { SampleAgent, SampleOrganization } from './sample-parties.ts'

const ROYALTY_OWNERS = 1500
/** The first party number of the first county's royalty owners. */
const FIRST_ROYALTY_OWNER = 200_000
const PARTY_NUMBERS_PER_COUNTY = 10_000
/** The same number of seasons as the sample documents. */
const SEASONS = 3
/** How many characters of a name an appraisal district stores. */
const MAX_NAME_CHARACTERS = 30

/** A file as an appraisal district would export it. Each line maps column headers to values. */
export type SampleImport = {
  readonly kind: ImportKind
  readonly countyId: number
  readonly year: number | null
  readonly lines: readonly Readonly<Record<string, string | number | null>>[]
}

type Facts = {
  readonly newestYear: number
  readonly countyIds: readonly number[]
  readonly organizations: readonly SampleOrganization[]
  readonly agents: readonly SampleAgent[]
}

/**
 * The exports of every county: parties, agents, and the values of the last seasons, in an order that imports parents
 * first.
 */
export function sampleImports(random: Random, facts: Facts): SampleImport[] {
  return facts.countyIds.flatMap((countyId, at) => {
    const organizations = facts.organizations.map(organizationLine)
    const agents = agentsIn(countyId, facts.agents)
    const owners = sampleOwners(random, {
      organizations: facts.organizations,
      agents,
      royaltyOwners: ROYALTY_OWNERS,
      firstPartyNumber: FIRST_ROYALTY_OWNER + at * PARTY_NUMBERS_PER_COUNTY,
      years: SEASONS,
    })
    return [
      { kind: organizationImport, countyId, year: null, lines: organizations },
      { kind: agentImport, countyId, year: null, lines: agents.map(agentLine) },
      ...Array.from({ length: SEASONS }, (_, season) => ({
        kind: ownerValueImport,
        countyId,
        year: facts.newestYear - SEASONS + 1 + season,
        lines: owners.map((owner) => ownerLine(owner, season)),
      })),
    ]
  })
}

/** Every second agent works in a county. */
function agentsIn(countyId: number, agents: readonly SampleAgent[]): SampleAgent[] {
  return agents.filter(({ agentNumber }) => (agentNumber + countyId) % 2 === 0)
}

/** Every county has every sample organization, under a shortened name of its own. */
function organizationLine({ partyNumber, name }: SampleOrganization) {
  return { Id: partyNumber, OrganizationName: name, Name: name.toUpperCase().slice(0, MAX_NAME_CHARACTERS) }
}

function agentLine({ agentNumber, name, legacyCode, address, city, postalCode }: SampleAgent) {
  return {
    AgentNbr: agentNumber,
    OrganizationName: name,
    LegacyCode: legacyCode,
    Address1: address,
    City: city,
    StateName: 'Texas',
    StateAbbreviation: 'TX',
    PostalCode: postalCode,
  }
}

function ownerLine({ partyNumber, name, cadOwnerId, agentNumber, values }: SampleOwner, season: number) {
  return {
    OwnerNbr: partyNumber,
    OwnerName: name,
    CAD_OwnerID: cadOwnerId,
    AgentNbr: agentNumber,
    CurrentValue: values[season] ?? null,
  }
}
