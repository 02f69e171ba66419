import { expect, test } from 'vitest'
import { scopeText } from './scope-text.ts'

test('the start page says whose documents these are', () => {
  expect(scopeText({ isAdmin: true, countyName: null })).toBe('All counties')
  expect(scopeText({ isAdmin: false, countyName: 'Reeves County' })).toBe('Reeves County')
  expect(scopeText({ isAdmin: false, countyName: 'Midland' })).toBe('Midland County')
  expect(scopeText({ isAdmin: false, countyName: null })).toBe('Your documents')
})
