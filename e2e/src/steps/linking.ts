import type { Page } from '@playwright/test'
import { test as base, type Desk } from '../browser/fixtures.ts'
import type { Records } from '../browser/records.ts'

export type Parties = {
  readonly mesa: number
  readonly caprock: number
  readonly agent: number
  readonly code: string
}

/** Two organizations of the desk's county and an agent, with unique numbers. */
async function addParties(records: Records, { county }: Pick<Desk, 'county'>): Promise<Parties> {
  const first = county.CountyID * 1000
  const parties = { mesa: first + 1, caprock: first + 2, agent: first + 3, code: `0${county.CountyID}A` }
  await records.run('INSERT INTO organization VALUES ($1, $2), ($3, $4)', [
    parties.mesa,
    'Mesa Compression LLC',
    parties.caprock,
    'Caprock Minerals LP',
  ])
  await records.run('INSERT INTO county_organization VALUES ($1, $2, $3), ($1, $4, $5)', [
    county.CountyID,
    parties.mesa,
    'MESA COMPR',
    parties.caprock,
    'CAPROCK MIN',
  ])
  await records.run(
    `INSERT INTO agent (agent_number, organization_name, legacy_code, address_1, city, state_abbreviation, postal_code)
     VALUES ($1, $2, $3, '1 Main St', 'Pecos', 'TX', '79772')`,
    [parties.agent, `Lone Star Tax ${parties.code}`, parties.code],
  )
  return parties
}

export const test = base.extend<{ parties: Parties; fileId: number }>({
  parties: async ({ records, desk }, use) => use(await addParties(records, desk)),
  fileId: async ({ records, desk: { county, clerk } }, use) => {
    const [id = 0] = await records.addDocuments([{ county, uploadedBy: clerk }])
    await use(id)
  },
})

export const MESA = { term: 'mesa', name: 'Mesa Compression LLC', relation: 'Owner' }
export const agentOf = ({ code }: Parties) => ({
  term: code,
  name: `Lone Star Tax ${code}`,
  relation: 'Property Tax Consultant',
})

export async function linkedParties(
  page: Page,
  fileId: number,
  part: 'owners' | 'agents',
): Promise<unknown[]> {
  const answer = await page.request.get(`/api/status/uploads/${fileId}/${part}`)
  return (await answer.json()) as unknown[]
}
