import { describe, expect, test } from 'vitest'
import { loadFailedText, noMatchText, partyKey } from '../../../lib/parties.ts'
import { leftOutText, LINK_TEXTS, savedText } from './link-texts.ts'
import { agentLink, ownerLink } from '../edit.wire.ts'
import { agentToLink, isSameLink, ownerToLink } from './links.ts'

const agent = {
  AgentNbr: 4,
  OrganizationName: 'Lone Star Tax',
  LegacyCode: '00A',
  relationTypeId: 10,
  relationTypeName: 'Property Tax Consultant',
  Address1: '1 Main St',
  Address2: '',
  Address3: '',
  City: 'Pecos',
  StateName: 'Texas',
  StateAbbreviation: 'TX',
  PostalCode: '79772',
}

const mesa = { number: 100, name: 'Mesa Oil', note: 'MESA' }
const operator = { ID: 2, Name: 'Operator' }

describe('links', () => {
  test('show the address of an agent that has one', () => {
    expect(agentLink(agent).address).toEqual(['1 Main St', 'Pecos, TX 79772'])
    const nowhere = { Address1: '', City: '', StateName: '', StateAbbreviation: '', PostalCode: '' }
    expect(agentLink({ ...agent, ...nowhere }).address).toEqual([])
  })

  test('are sent in the words of the calls', () => {
    expect(agentToLink(agentLink(agent))).toEqual({
      agentName: 'Lone Star Tax',
      legacyCode: '00A',
      relationTypeId: 10,
    })
    const owner = {
      partyNumber: 100,
      OrganizationName: 'Mesa Oil',
      CADName: 'MESA',
      relationTypeId: 1,
      relationTypeName: 'Owner',
    }
    expect(ownerToLink(ownerLink(owner))).toEqual({
      partyNumber: 100,
      organizationName: 'Mesa Oil',
      cadName: 'MESA',
      relationTypeId: 1,
    })
  })

  test('are identified by number, or by name and code without one', () => {
    const known = agentLink(agent)
    const unknown = { ...known, party: { ...known.party, number: 0 } }
    expect(isSameLink(known, unknown)).toBe(true)
    expect(isSameLink(unknown, { ...unknown, party: { ...unknown.party, note: '00B' } })).toBe(false)
    expect(isSameLink(known, { ...known, party: { ...known.party, number: 5 } })).toBe(false)
    expect([known, unknown].map(({ party }) => partyKey(party))).toEqual(['4', 'Lone Star Tax 00A'])
  })

  test("name an organization by its number and the county's name if that differs", () => {
    const { note } = LINK_TEXTS.owner
    expect(note({ number: 100, name: 'Mesa Oil', note: 'MESA' })).toBe('100 · MESA')
    expect(note({ number: 100, name: 'Mesa Oil', note: 'Mesa Oil' })).toBe('100')
    expect(note({ number: 100, name: 'Mesa Oil', note: '' })).toBe('100')
  })

  test('R7.19 do not repeat a name that differs only by capitals', () => {
    const { note } = LINK_TEXTS.owner
    expect(note({ number: 100, name: 'Mesa Oil, Ltd.', note: 'MESA  OIL, LTD. ' })).toBe('100')
    expect(note({ number: 100, name: 'Mesa Oil, Ltd.', note: 'MESA OIL LTD' })).toBe('100 · MESA OIL LTD')
  })
})

test.each([
  [0, 0, 'Status updated successfully!'],
  [2, 0, 'Successfully linked 2 owner(s) and updated status!'],
  [0, 1, 'Successfully linked 1 agent(s) and updated status!'],
  [3, 2, 'Successfully linked 3 owner(s) and 2 agent(s) and updated status!'],
])('S8.21 S8.22 R7.2 a save of %i owners and %i agents says so', (owners, agents, text) => {
  expect(savedText({ owners, agents })).toBe(text)
})

test.each([
  { text: 'Mesa Oil', chosen: mesa, relation: null, says: 'Mesa Oil, because no relation type is chosen.' },
  { text: 'mes ', chosen: null, relation: operator, says: 'no organization is chosen for “mes”.' },
  {
    text: '',
    chosen: null,
    relation: operator,
    says: 'no organization is chosen for the relation type Operator.',
  },
])('R7.17 a save leaves an incomplete choice out and says so: $says', ({ says, ...half }) => {
  expect(leftOutText('owner', half)).toBe(`Not linked: ${says}`)
})

test.each([
  { text: '', chosen: null, relation: null },
  { text: 'Mesa Oil', chosen: mesa, relation: operator },
])('a save that leaves nothing out does not mention it', (whole) => {
  expect(leftOutText('agent', whole)).toBeNull()
})

test('S8.13 R7.3 a search without a match, or a failed one, says so', () => {
  expect(noMatchText('owner', '123')).toBe('No organization matches this party number.')
  expect(noMatchText('owner', 'mesa')).toBe('No organization matches this name.')
  expect(loadFailedText('No.')).toBe('Failed to load organization data: No.')
})
