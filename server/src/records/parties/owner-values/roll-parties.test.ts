import type { OwnerRow } from '@portal/contract/owners/owners.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIDLAND_AND_ECTOR, ownerCalls, type OwnerCalls } from '../../../testing/owner-calls.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'

let portal: TestPortal<typeof MIDLAND_AND_ECTOR>
let owners: OwnerCalls

beforeAll(async () => {
  portal = await testPortal(MIDLAND_AND_ECTOR)
  owners = ownerCalls(portal)
})
afterAll(() => portal.close())
beforeEach(() => owners.empty())

const load = (...lines: string[]) =>
  owners.load(['OwnerNbr,OwnerName,AgentNbr,AgentName,CurrentValue', ...lines], {
    county: 'Midland',
    year: 2026,
  })
const agents = (...lines: string[]) =>
  owners.load(['AgentNbr,OrganizationName', ...lines], { kind: 'agents', county: 'Midland' })

/** Each row's agent, in the order of the owners' names. */
async function agentNames(): Promise<string[]> {
  const url = '/api/owners/owner-details?appraisalYear=2026'
  const answer = await portal.as(portal.people.clerk)({ method: 'GET', url })
  return answer.json<OwnerRow[]>().map((row) => row.AgentName)
}

async function firmNames(table: 'organization' | 'agent'): Promise<string[]> {
  const { rows } = await portal.pool.query<{ name: string }>(
    `SELECT organization_name AS name FROM ${table} ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

describe('parties and agents of a roll', () => {
  test('owners appear in the county; known ones keep their names', async () => {
    await owners.load(['Id,OrganizationName,Name', '100,Mesa Incorporated,MESA INC'], {
      kind: 'organizations',
      county: 'Midland',
    })
    await load('100,Mesa,,,1', '200,Lobo LLC,,,2')
    expect(await firmNames('organization')).toEqual(['Lobo LLC', 'Mesa Incorporated'])
    const url = `/api/lookup/OrganizationName?county=${portal.counties.midland}`
    expect((await portal.as(portal.people.clerk)({ method: 'GET', url })).json()).toEqual([
      { Id: 200, OrganizationName: 'Lobo LLC', Name: 'Lobo LLC' },
      { Id: 100, OrganizationName: 'Mesa Incorporated', Name: 'MESA INC' },
    ])
  })

  test('R6.12 an unknown agent is loaded with the given name, and appears in the county', async () => {
    await load('100,Mesa,99999,AGENT NOT ON FILE      ,1', '200,Lobo,,NO NUMBER,2')
    expect(await agentNames()).toEqual(['NO NUMBER', 'AGENT NOT ON FILE'])
    const url = '/api/lookup/AgentNames?term=agent'
    expect((await portal.as(portal.people.clerk)({ method: 'GET', url })).json()).toEqual([
      { AgentName: 'AGENT NOT ON FILE', LegacyCode: '', AgentNbr: 99999 },
    ])
    expect((await portal.as(portal.people.neighbor)({ method: 'GET', url })).json()).toEqual([])
  })

  test('an unknown agent with several names has the first of them', async () => {
    await load('100,Mesa,7,Tax Co,1', '200,Lobo,7,TAX COMPANY,2')
    expect(await firmNames('agent')).toEqual(['Tax Co'])
    expect(await agentNames()).toEqual(['TAX COMPANY', 'Tax Co'])
  })

  test('a known agent keeps the firm’s name, and the row the county’s', async () => {
    await agents('7,Tax Company')
    await load('100,Mesa,7,TAX CO,1', '200,Lobo,7,,2', '300,Tule,0,,3')
    expect(await agentNames()).toEqual(['Tax Company', 'TAX CO', ''])
    expect(await firmNames('agent')).toEqual(['Tax Company'])
  })

  test('a number without a name shows the firm’s name once the agents are imported, and after each change', async () => {
    await load('100,Mesa,7,,1')
    expect(await agentNames()).toEqual([''])
    await agents('7,Tax Company')
    expect(await agentNames()).toEqual(['Tax Company'])
    await agents('7,Tax Company LLC')
    expect(await agentNames()).toEqual(['Tax Company LLC'])
  })
})
