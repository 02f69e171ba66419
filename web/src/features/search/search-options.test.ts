import { expect, test } from 'vitest'
import { countiesText, searchGroups } from './search-options.ts'

const NOTHING = { goTo: null, owners: [], agents: [], receipts: [], files: [] }

test('R15.61 an owner of several counties names three of them in a second line', () => {
  const owner = { PartyNumber: 7, Name: 'Yucca Pipe', CountyID: 2 }
  const optionOf = (Counties: string[]) =>
    searchGroups('yucca', { ...NOTHING, owners: [{ ...owner, Counties }] })[0]?.options[0]
  expect(optionOf(['Ector'])).toMatchObject({ note: 'Documents · Ector', isStacked: false })
  expect(optionOf(['Ector', 'Gregg'])).toMatchObject({ note: 'Documents · Ector, Gregg', isStacked: true })
  expect(countiesText({ Counties: ['Ector', 'Gregg', 'Loving', 'Reeves', 'Ward'] })).toBe(
    'Ector, Gregg, Loving and 2 more',
  )
})

test('R15.62 city and code tell agents of one name apart', () => {
  const agents = [
    { AgentNbr: 1, AgentName: 'Mesquite Tax', LegacyCode: '0MQ', City: 'Odessa' },
    { AgentNbr: 2, AgentName: 'Mesquite Tax', LegacyCode: '', City: '' },
  ]
  const notes = searchGroups('mesq', { ...NOTHING, agents })[0]?.options.map(({ note }) => note)
  expect(notes).toEqual(['Documents · Odessa · 0MQ', 'Documents'])
})
