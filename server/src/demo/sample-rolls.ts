import type { Transaction } from 'kysely'
import type { DB } from '../database/generated/db.d.ts'
import type { Random } from './random.ts'
import { writeRolls } from './rolls.repository.ts'
import { sampleOwners } from './sample-owners.ts'
import type { SampleAgent, SampleOrganization } from './sample-parties.ts'
import { agentsIn } from './store-parties.ts'

const ROYALTY_OWNERS = 1500
/** Where the party numbers of the first county's royalty owners begin. */
const FIRST_ROYALTY_OWNER = 200_000
const PARTY_NUMBERS_PER_COUNTY = 10_000
/** As many as the sample documents are of. */
const SEASONS = 3

type Rolls = {
  random: Random
  newestYear: number
  countyIds: readonly number[]
  organizations: readonly SampleOrganization[]
  agents: readonly SampleAgent[]
}

/** Makes and writes each county's rolls of the last seasons: the firm's organizations, and royalty owners of its own. */
export async function writeSampleRolls(
  transaction: Transaction<DB>,
  { random, newestYear, countyIds, organizations, agents }: Rolls,
): Promise<void> {
  const years = Array.from({ length: SEASONS }, (_season, at) => newestYear - SEASONS + 1 + at)
  for (const [at, countyId] of countyIds.entries()) {
    const owners = sampleOwners(random, {
      organizations,
      agents: agentsIn(countyId, agents),
      royaltyOwners: ROYALTY_OWNERS,
      firstPartyNumber: FIRST_ROYALTY_OWNER + at * PARTY_NUMBERS_PER_COUNTY,
      years: SEASONS,
    })
    await writeRolls(transaction, { countyId, owners, years })
  }
}
