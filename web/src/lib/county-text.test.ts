import { expect, test } from 'vitest'
import { countyText } from './county-text.ts'

test.each([
  [{ isAdmin: false, countyName: 'Reeves' }, 'Reeves County'],
  [{ isAdmin: false, countyName: 'Reeves County' }, 'Reeves County'],
  [{ isAdmin: true, countyName: null }, null],
  [{ isAdmin: false, countyName: null }, null],
])('of %j the county reads %j', (session, text) => {
  expect(countyText(session)).toBe(text)
})
