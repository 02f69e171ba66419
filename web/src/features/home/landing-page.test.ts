import { expect, test } from 'vitest'
import { scopeText } from './landing-page.tsx'

const REEVES = { CountyID: 3, Name: 'Reeves' }
const MIDLAND = { CountyID: 8, Name: 'Midland' }

test('the start page says whose documents these are', () => {
  expect(scopeText({ isAdmin: true, countyName: null, counties: [] }, null)).toBe('All counties')
  expect(scopeText({ isAdmin: false, countyName: 'Reeves County', counties: [REEVES] }, null)).toBe(
    'Reeves County',
  )
  expect(scopeText({ isAdmin: false, countyName: 'Midland', counties: [MIDLAND] }, null)).toBe(
    'Midland County',
  )
  const both = { isAdmin: false, countyName: 'Midland', counties: [REEVES, MIDLAND] }
  expect(scopeText(both, null)).toBe('Your 2 counties')
  expect(scopeText(both, 'Reeves')).toBe('Reeves County')
  expect(scopeText({ isAdmin: false, countyName: null, counties: [] }, null)).toBe('Your documents')
})
