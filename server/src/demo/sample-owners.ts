import type { Random } from './random.ts'
import type { SampleAgent, SampleOrganization } from './sample-parties.ts'

const LAST = [
  'Garza',
  'Abernathy',
  'Boudreaux',
  'Cantú',
  'Holloway',
  'Hernández',
  'Kovács',
  'Lindquist',
  'McAllister',
  'Müller',
  'Núñez',
  'O’Dell',
  'Peña',
  'Petersen',
  'Rutherford',
  'St. Clair',
  'Treviño',
  'Von Brandt',
  'Ybarra',
  'Zapalac',
] as const
const FIRST = [
  'Andrés',
  'Beulah',
  'C F',
  'Clara Belle',
  'Dorothy',
  'Edna Mae',
  'Guadalupe',
  'Héctor',
  'Irene',
  'J W',
  'José Luis',
  'Lee Roy',
  'María',
  'Mary Ann',
  'Patsy R',
  'Raúl',
  'Robert E',
  'Thos',
  'Wm',
] as const

/** Name patterns of royalty owners on a roll. */
const FORMS = [
  (last: string, first: string) => `${last}, ${first}`,
  (last: string, first: string) => `${last}, ${first} et ux`,
  (last: string, first: string) => `${last}, ${first} Life Estate`,
  (last: string, first: string) => `Estate of ${first} ${last}`,
  (last: string, first: string) => `${first} ${last} Mineral Trust`,
] as const

/** Dollars. */
const SMALLEST = { royalty: 20, company: 60_000 }
/** Powers of ten between the smallest and the largest value. */
const SPAN = 3.5

export type SampleOwner = {
  partyNumber: number
  name: string
  cadOwnerId: string
  agentNumber: number | null
  /** Dollars by year, in order. Null if the roll has no value. */
  values: (number | null)[]
}

type Facts = {
  organizations: readonly SampleOrganization[]
  agents: readonly SampleAgent[]
  royaltyOwners: number
  firstPartyNumber: number
  years: number
}

/** The owners of a county: the sample organizations, and royalty owners of that county only. */
export function sampleOwners(random: Random, facts: Facts): SampleOwner[] {
  const names = new Set<string>()
  while (names.size < facts.royaltyOwners)
    names.add(random.pick(FORMS)(random.pick(LAST), random.pick(FIRST)))
  const royalty = [...names].map((name, at) => ({ partyNumber: facts.firstPartyNumber + at * 3, name }))
  return [
    ...facts.organizations.map((party, at) => sampleOwner(random, { party, at, kind: 'company', facts })),
    ...royalty.map((party, at) => sampleOwner(random, { party, at, kind: 'royalty', facts })),
  ]
}

type Planned = { party: SampleOrganization; at: number; kind: keyof typeof SMALLEST; facts: Facts }

function sampleOwner(random: Random, { party, at, kind, facts }: Planned): SampleOwner {
  const hasAgent = random.chance(kind === 'company' ? 70 : 8)
  const first = SMALLEST[kind] * 10 ** ((random.below(1000) / 1000) * SPAN)
  return {
    ...party,
    cadOwnerId:
      kind === 'company'
        ? `R${String(at + 1).padStart(6, '0')}`
        : random.chance(85)
          ? `${500_000 + at * 3}`
          : '',
    agentNumber: hasAgent ? random.pick(facts.agents).agentNumber : null,
    values: Array.from({ length: facts.years }, (_year, year) =>
      random.chance(2) ? null : Math.round(first * (1 + year * (random.below(20) - 6) * 0.01) * 100) / 100,
    ),
  }
}
