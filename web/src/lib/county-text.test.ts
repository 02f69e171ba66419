import { expect, test } from 'vitest'
import { countyText } from './county-text.ts'

const REEVES = { CountyID: 3, Name: 'Reeves' }
const MIDLAND = { CountyID: 8, Name: 'Midland' }

test.each([
  [{ isAdmin: false, countyName: 'Reeves', counties: [REEVES] }, 'Reeves County'],
  [{ isAdmin: false, countyName: 'Reeves County', counties: [REEVES] }, 'Reeves County'],
  [{ isAdmin: false, countyName: 'Reeves', counties: [REEVES, MIDLAND] }, 'Your 2 counties'],
  [{ isAdmin: true, countyName: null, counties: [] }, null],
  [{ isAdmin: true, countyName: 'Reeves', counties: [REEVES, MIDLAND] }, null],
  [{ isAdmin: false, countyName: null, counties: [] }, null],
])('of %j the county reads %j', (session, text) => {
  expect(countyText(session)).toBe(text)
})
