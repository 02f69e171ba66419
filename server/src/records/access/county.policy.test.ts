import { expect, test } from 'vitest'
import { countyScope, maySeeCounty } from './county.policy.ts'
import { accessOf } from './rights.ts'

const scopeOf = (role: { isAdmin: boolean; countyId: number | null }) =>
  countyScope({ accountId: 5, ...accessOf(role) })

test('an administrator sees all documents, with a county or without', () => {
  expect(scopeOf({ isAdmin: true, countyId: null })).toEqual({ kind: 'all' })
  expect(scopeOf({ isAdmin: true, countyId: 3 })).toEqual({ kind: 'all' })
})

test('V8.4.1 a county user sees the documents of the county', () => {
  expect(scopeOf({ isAdmin: false, countyId: 3 })).toEqual({ kind: 'counties', countyIds: [3] })
})

test('somebody without a county sees their own uploads only', () => {
  expect(scopeOf({ isAdmin: false, countyId: null })).toEqual({ kind: 'own', accountId: 5 })
})

test('V8.4.1 somebody of several counties sees those, and no other', () => {
  const counties = [3, 8]
  expect(countyScope({ accountId: 5, counties })).toEqual({ kind: 'counties', countyIds: [3, 8] })
  expect([3, 8, 9].map((county) => maySeeCounty({ counties }, county))).toEqual([true, true, false])
})
