import type { ImportKind } from '../records/imports/import-kind.ts'
import { agentImport, organizationImport } from '../records/parties/parties.import-kinds.ts'
import { ownerValueImport } from '../records/parties/owner-values/owner-values.import-kind.ts'
import type { Random } from './random.ts'
import { sampleOwners, type SampleOwner } from './sample-owners.ts'
import type { SampleAgent, SampleOrganization } from './sample-parties.ts'

const ROYALTY_OWNERS = 1500
/** Where the party numbers of the first county's royalty owners begin. */
const FIRST_ROYALTY_OWNER = 200_000
const PARTY_NUMBERS_PER_COUNTY = 10_000
/** As many as the sample documents are of. */
const SEASONS = 3
/** Characters of a name that an appraisal district has room for. */
const MAX_NAME_CHARACTERS = 30

/** A file as an appraisal district would export it: each line by the header of its columns. */
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

/** What every county exports: parties, agents, and the values of the last seasons, each after what it refers to. */
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

/** Every county knows every sample organization, under its own shortened name. */
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
