import { expect, test } from 'vitest'
import { scopeText } from './landing-page.tsx'

const REEVES = { CountyID: 3, Name: 'Reeves' }
const MIDLAND = { CountyID: 8, Name: 'Midland' }

test('the start page says whose documents these are', () => {
  expect(scopeText({ isAdmin: true, countyName: null, counties: [] })).toBe('All counties')
  expect(scopeText({ isAdmin: false, countyName: 'Reeves County', counties: [REEVES] })).toBe('Reeves County')
  expect(scopeText({ isAdmin: false, countyName: 'Midland', counties: [MIDLAND] })).toBe('Midland County')
  expect(scopeText({ isAdmin: false, countyName: 'Midland', counties: [REEVES, MIDLAND] })).toBe(
    'Your 2 counties',
  )
  expect(scopeText({ isAdmin: false, countyName: null, counties: [] })).toBe('Your documents')
})
