import { expect, test } from 'vitest'
import { agentDetails, onlyPartyNamed, relationOnRoll } from './parties.ts'

const RELATIONS = [
  { ID: 4, Name: 'Operator' },
  { ID: 9, Name: 'Owner' },
]
const AGENT = { number: 1, name: 'Permian Tax Advisors', note: '00A' }

test('R3.36 only an owner on the roll has the relation Owner, if the firm has it', () => {
  expect(relationOnRoll({ isOnRoll: true }, RELATIONS)).toEqual({ ID: 9, Name: 'Owner' })
  expect(relationOnRoll({}, RELATIONS)).toBeNull()
  expect(relationOnRoll({ isOnRoll: true }, [])).toBeNull()
})

test('R3.37 an agent shows its code, its place and its owners, as far as they are known', () => {
  expect(agentDetails(AGENT)).toBe('00A')
  expect(agentDetails({ ...AGENT, place: 'Midland, TX', owners: 214 })).toBe(
    '00A · Midland, TX · 214 owners here',
  )
  expect(agentDetails({ ...AGENT, note: '', place: '', owners: 1 })).toBe('1 owner here')
  expect(agentDetails({ ...AGENT, place: 'Pecos', owners: 0 })).toBe('00A · Pecos · no owners in this county')
  expect(agentDetails({ ...AGENT, owners: 1000 })).toBe('00A · 1,000 owners here or more')
})

test('R3.60 a text names the only organization that has it as its number or whole name', () => {
  const mesa = { number: 1001, name: 'Mesa Oil', note: 'MESA OIL CO' }
  const other = { number: 1002, name: 'Mesa Oil West', note: '' }
  expect(onlyPartyNamed('1001', [mesa, other])).toBe(mesa)
  expect(onlyPartyNamed('  mesa   OIL', [mesa, other])).toBe(mesa)
  expect(onlyPartyNamed('Mesa Oil Co', [mesa, other])).toBe(mesa)
  expect(onlyPartyNamed('mesa', [mesa, other])).toBeNull()
  expect(onlyPartyNamed('100', [mesa, other])).toBeNull()
  expect(onlyPartyNamed('Mesa Oil', [mesa, { ...other, name: 'MESA OIL' }])).toBeNull()
})
