import { expect, test } from 'vitest'
import { closedCountiesText } from './closed-counties.ts'

const county = (CountyID: number, Name: string, isClosed?: true) => ({ CountyID, Name, isClosed })
const textOf = (...counties: ReturnType<typeof county>[]) => closedCountiesText({ isAdmin: false, counties })

test('R7.45 a closed county is named, with what still works', () => {
  expect(textOf(county(1, 'Reeves'))).toBeNull()
  expect(textOf()).toBeNull()
  expect(textOf(county(1, 'Reeves', true))).toBe(
    'Reeves County is closed and takes no uploads. You can still read its documents.',
  )
  expect(textOf(county(1, 'Reeves', true), county(2, 'Ward'))).toBe(
    'Reeves County is closed and takes no uploads. Your other counties do.',
  )
  expect(textOf(county(1, 'Reeves', true), county(2, 'Ward', true))).toBe(
    'Reeves County and Ward County are closed and take no uploads. You can still read their documents.',
  )
})

test('an administrator, who has every county, gets no such warning', () => {
  expect(closedCountiesText({ isAdmin: true, counties: [county(1, 'Reeves', true)] })).toBeNull()
})
