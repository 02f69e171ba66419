import { ROLES, type Role } from '@portal/contract/access/roles.ts'
import { expect, test } from 'vitest'
import { countyScope, maySeeCounty, narrowScope } from './county.policy.ts'
import { accessOf } from './rights.ts'

const scopeOf = (access: { role: Role; countyIds: number[] }) =>
  countyScope({ accountId: 5, ...accessOf(access) })

test('an administrator sees all documents, with a county or without', () => {
  expect(scopeOf({ role: 'administrator', countyIds: [] })).toEqual({ kind: 'all' })
  expect(scopeOf({ role: 'administrator', countyIds: [3] })).toEqual({ kind: 'all' })
})

const OTHERS = ROLES.filter((role) => role !== 'administrator')

test('R5.2 V8.4.1 everyone else sees the documents of their county', () => {
  for (const role of OTHERS) {
    expect(scopeOf({ role, countyIds: [3] })).toEqual({ kind: 'counties', countyIds: [3] })
  }
})

test('R2.10 a person without a county sees their own uploads only', () => {
  for (const role of OTHERS) expect(scopeOf({ role, countyIds: [] })).toEqual({ kind: 'own', accountId: 5 })
})

test('V8.4.1 a person with several counties sees those, and no other', () => {
  const counties = [3, 8]
  expect(countyScope({ accountId: 5, counties })).toEqual({ kind: 'counties', countyIds: [3, 8] })
  expect([3, 8, 9].map((county) => maySeeCounty({ counties }, county))).toEqual([true, true, false])
})

test('R5.2 a county narrows what a scope shows, and never widens it', () => {
  const three = { kind: 'counties', countyIds: [3] } as const
  const several = { kind: 'counties', countyIds: [3, 8] } as const
  expect(narrowScope({ kind: 'all' }, 3)).toEqual(three)
  expect([narrowScope(several, 3), narrowScope(several, 9)]).toEqual([three, null])
  expect(narrowScope({ kind: 'own', accountId: 5 }, 3)).toBeNull()
  expect(narrowScope(several, undefined)).toBe(several)
})
