import { expect, test } from 'vitest'
import { hasNoCounty } from './county-text.ts'

const REEVES = { CountyID: 3, Name: 'Reeves' }

test('a person without a county has none, an administrator of all counties has', () => {
  expect(hasNoCounty({ isAdmin: false, counties: [] })).toBe(true)
  expect(hasNoCounty({ isAdmin: false, counties: [REEVES] })).toBe(false)
  expect(hasNoCounty({ isAdmin: true, counties: [] })).toBe(false)
})
