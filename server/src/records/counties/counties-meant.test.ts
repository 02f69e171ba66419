import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { findMatchingCounties, findCountyByIdOrName, findCountyByName } from './counties.repository.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  for (const name of ['Loving', 'La Salle']) await portal.addCounty(name)
})
afterAll(() => portal.close())

test('many are found at once like each alone: by id, by name, and by another spelling of a name', async () => {
  const { kysely } = portal.world.database
  const loving = await findCountyByName(kysely, 'Loving')
  const texts = ['Loving', 'loving', 'LA  SALLE', String(loving?.id), '1845', '999999', 'Nowhere', '']
  const found = await findMatchingCounties(kysely, texts)
  for (const text of texts) {
    const one = (await findCountyByIdOrName(kysely, text)) ?? (await findCountyByName(kysely, text))
    const alone = one && { id: one.id, name: one.name }
    expect({ text, county: found.get(text) }).toEqual({ text, county: alone })
  }
  expect([...found.values()].map(({ name }) => name)).toContain('La Salle')
  expect(await findMatchingCounties(kysely, [])).toEqual(new Map())
})
