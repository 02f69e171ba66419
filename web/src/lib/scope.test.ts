import { expect, test } from 'vitest'
import { countyInAddress, inScope, scopeAt, searchInScope } from './scope.ts'

const CLERK = {
  username: 'clerk@reeves.example',
  isAdmin: false,
  counties: [
    { CountyID: 3, Name: 'Reeves' },
    { CountyID: 8, Name: 'Midland' },
  ],
}

test('R7.100 another county keeps the filters of a list, and starts at its first page', () => {
  expect(searchInScope('?page=4&category=1&county=3', 8)).toBe('category=1&county=8')
  expect(searchInScope('search=ana&county=3&after=x', null)).toBe('search=ana')
  expect(inScope({ pathname: '/home', search: '' }, 8)).toBe('county=8')
  expect(inScope({ pathname: '/recyclebin', search: '' }, 8)).toBeNull()
})

test.each([
  { what: 'a county of theirs selects it', person: CLERK, at: '/home?county=8', selects: 8 },
  { what: 'a county of others does not', person: CLERK, at: '/home?county=9', selects: null },
  { what: 'a screen without a county filter does not', person: CLERK, at: '/add?county=8', selects: null },
  {
    what: 'nothing is selected for one county',
    person: { ...CLERK, counties: CLERK.counties.slice(1) },
    at: '/home?county=8',
    selects: null,
  },
  {
    what: 'nothing is selected for an administrator',
    person: { ...CLERK, isAdmin: true },
    at: '/home?county=8',
    selects: null,
  },
])('R7.100 in an address, $what', ({ person, at, selects }) => {
  const { pathname, search } = new URL(at, 'https://portal.example')
  expect(countyInAddress(person, { pathname, search })).toBe(selects)
})

test.each([
  { what: 'a county in the address comes before the stored one', at: '?county=8', stored: 3, scope: 8 },
  { what: 'without one the stored county counts', at: '', stored: 3, scope: 3 },
  { what: 'a county of others changes nothing', at: '?county=9', stored: 3, scope: 3 },
  { what: 'a stored county that was taken away counts no more', at: '', stored: 9, scope: null },
])('R7.100 of a list, $what', ({ at, stored, scope }) => {
  expect(scopeAt(CLERK, { pathname: '/home', search: at }, stored)).toBe(scope)
})
