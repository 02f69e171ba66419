import type { County, LookupItem } from '@portal/contract/lookups/lookups.ts'
import { expect, test } from 'vitest'
import { readAgents, readCounties, readNamed, readOrganizations } from './lookups.wire.ts'
import { UnreadableAnswer } from './wire.ts'

test('a lookup list has numbers and names, whatever else is in its rows', () => {
  const rows = [{ ID: 1, Name: 'Industrial', CategoryID: 4 }, { ID: 2 }] as unknown as LookupItem[]
  expect(readNamed(rows)).toEqual([
    { ID: 1, Name: 'Industrial' },
    { ID: 2, Name: '' },
  ])
})

test('a county is named in either spelling of the specification', () => {
  const rows = [
    { CountyID: 1, Name: 'Reeves' },
    { CountyID: 2, CountyName: 'Loving' },
  ] as unknown as County[]
  expect(readCounties(rows)).toEqual([
    { CountyID: 1, Name: 'Reeves' },
    { CountyID: 2, Name: 'Loving' },
  ])
})

test.each([null, {}, 'none'])('%j is not a list, and cannot be read', (answer) => {
  expect(() => readNamed(answer as never)).toThrow(UnreadableAnswer)
  expect(() => readCounties(answer as never)).toThrow(UnreadableAnswer)
})

test("suggestions: the specification's agents have no number, an organization may lack a second name", () => {
  expect(readAgents([{ AgentName: 'Lone Star Tax', LegacyCode: '00A' } as never])).toEqual([
    { number: 0, name: 'Lone Star Tax', note: '00A', place: '' },
  ])
  expect(readOrganizations([{ Id: 100, OrganizationName: 'Mesa Oil' } as never])).toEqual([
    { number: 100, name: 'Mesa Oil', note: '' },
  ])
})
