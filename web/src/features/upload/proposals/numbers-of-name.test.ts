import { expect, test } from 'vitest'
import { numbersOf, yearOf } from './numbers-of-name.ts'

test.each([
  ['1001 rendition 2026.pdf', [1001], 2026],
  ['rend_40512_20260415.pdf', [40512], 2026],
  ['2001 rendition 2026.pdf', [2001], 2026],
  ['scan-0001.pdf', [], null],
  ['12.pdf', [], null],
  ['2025 and 2026.pdf', [], null],
  ['99999999999.pdf', [], null],
  ['4000000000.pdf', [], null],
  ['1001 1002 1003 1004 1005.pdf', [1001, 1002, 1003, 1004], null],
  ['plan.1001', [], null],
])('%s', (name, numbers, year) => {
  expect(numbersOf(name)).toEqual(numbers)
  expect(yearOf(name)).toBe(year)
})
