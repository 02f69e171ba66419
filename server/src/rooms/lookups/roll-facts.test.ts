import { MAX_COUNTED_OWNERS } from '@portal/contract/limits.ts'
import {
  listAgents,
  listOrganizations,
  listRelationTypes,
  type Agent,
  type LookupItem,
  type Organization,
} from '@portal/contract/lookups/lookups.ts'
import { USUAL_RELATIONS } from '@portal/contract/lookups/usual-relations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIDLAND_AND_ECTOR } from '../../testing/owner-calls.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  const { midland, ector } = portal.counties
  await portal.pool.query(`INSERT INTO agent (agent_number, organization_name, city, state_abbreviation)
    VALUES (1, 'Tax Permian', 'Midland', 'TX'), (2, 'Tax Basin', 'Odessa', 'TX'), (3, 'Tax of nobody', '', '')`)
  for (const county of [midland, ector]) {
    await portal.pool.query(
      'INSERT INTO county_agent (county_id, agent_number) SELECT $1, number FROM generate_series(1, 3) AS number',
      [county],
    )
  }
  await addOwners({ county: midland, year: 2025, agent: 1, from: 1, to: 50 })
  await addOwners({ county: midland, year: 2026, agent: 1, from: 1, to: 7 })
  await addOwners({ county: midland, year: 2026, agent: 2, from: 8, to: 8 })
  // The newest roll of Ector is of the year before.
  await addOwners({ county: ector, year: 2025, agent: 1, from: 1, to: 30 })
  await addOwners({ county: ector, year: 2025, agent: 2, from: 31, to: 1100 })
  await portal.pool.query(
    `INSERT INTO organization SELECT n, 'Mesa ' || n FROM unnest(ARRAY[5, 40, 2000]) AS n`,
  )
  await portal.pool.query(
    `INSERT INTO county_organization (county_id, party_number, name)
     SELECT $1, n, 'MESA ' || n FROM unnest(ARRAY[5, 40, 2000]) AS n`,
    [midland],
  )
})
afterAll(() => portal.close())

type Owners = { county: number; year: number; agent: number; from: number; to: number }

async function addOwners({ county, year, agent, from, to }: Owners): Promise<void> {
  await portal.pool.query(
    `INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name, agent_number)
     SELECT $1, $2, n, 'Owner ' || n, $3 FROM generate_series($4::integer, $5) AS n`,
    [county, year, agent, from, to],
  )
}

async function agents(person: TestPerson, county?: number) {
  const query = { term: 'tax', facts: 'roll', ...(county !== undefined && { county: String(county) }) }
  const answer = await portal.call(person, listAgents, { query })
  if (answer.statusCode !== 200) return answer.statusCode
  return Object.fromEntries(answer.json<Agent[]>().map(({ AgentNbr, OwnerCount }) => [AgentNbr, OwnerCount]))
}

test('R3.37 a suggested agent has its city, its state and its owners on the newest roll', async () => {
  const answer = await portal.call(portal.people.clerk, listAgents, {
    query: { term: 'permian', facts: 'roll' },
  })
  expect(answer.json<Agent[]>()).toEqual([
    {
      AgentName: 'Tax Permian',
      LegacyCode: '',
      AgentNbr: 1,
      City: 'Midland',
      StateAbbreviation: 'TX',
      OwnerCount: 7,
    },
  ])
})

test('R3.37 owners are counted in the counties that the person sees, or in the named one, and up to a limit', async () => {
  const { midland, ector } = portal.counties
  const { administrator, clerk, neighbor } = portal.people
  expect(await agents(clerk)).toEqual({ 1: 7, 2: 1, 3: 0 })
  expect(await agents(clerk, midland)).toEqual({ 1: 7, 2: 1, 3: 0 })
  expect(await agents(neighbor)).toEqual({ 1: 30, 2: MAX_COUNTED_OWNERS, 3: 0 })
  expect(await agents(administrator)).toEqual({ 1: 37, 2: MAX_COUNTED_OWNERS, 3: 0 })
  expect(await agents(administrator, midland)).toEqual({ 1: 7, 2: 1, 3: 0 })
  expect(await agents(clerk, ector)).toBe(403)
  expect(await agents(clerk, 99_999)).toBe(403)
})

test('R3.36 an organization says that it is on the newest roll of the county, and only of that county', async () => {
  const { midland } = portal.counties
  const found = async (query: Readonly<Record<string, string>>) => {
    const asked = { ...query, facts: 'roll' }
    const answer = await portal.call(portal.people.administrator, listOrganizations, { query: asked })
    return answer.json<Organization[]>().map(({ Id, isOnRoll }) => [Id, isOnRoll])
  }
  const all = [
    [2000, undefined],
    [40, undefined],
    [5, true],
  ]
  expect(await found({ county: String(midland), term: 'mesa' })).toEqual(all)
  expect(await found({ county: String(midland), partyNumbers: '2000,40,5' })).toEqual(all)
  expect(await found({ term: 'mesa 5' })).toEqual([[5, undefined]])
})

test('R3.36 R3.37 the calls of the specification have no facts of the roll unless they are wanted', async () => {
  const { midland } = portal.counties
  const plain = async (call: typeof listAgents | typeof listOrganizations, query: Record<string, string>) =>
    (await portal.call(portal.people.administrator, call, { query })).json<Record<string, unknown>[]>()
  const agent = { AgentName: 'Tax Permian', LegacyCode: '', AgentNbr: 1 }
  expect(await plain(listAgents, { term: 'permian' })).toEqual([agent])
  const organization = { Id: 5, OrganizationName: 'Mesa 5', Name: 'MESA 5' }
  expect(await plain(listOrganizations, { county: String(midland), partyNumbers: '5' })).toEqual([
    organization,
  ])
})

test('R3.55 a new portal has the usual relations of owners and agents', async () => {
  const answer = await portal.call(portal.people.clerk, listRelationTypes)
  const names = answer.json<LookupItem[]>().map(({ Name }) => Name)
  expect(names).toEqual(expect.arrayContaining(Object.values(USUAL_RELATIONS)))
})
