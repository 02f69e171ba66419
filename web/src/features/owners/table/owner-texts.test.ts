import { expect, test } from 'vitest'
import { extentText, nothingFoundText, printedPartText, valueText } from './owner-texts.ts'

test.each([
  [1234.5, '$1,234.50'],
  [-1234.5, '-$1,234.50'],
  [0, '$0.00'],
  [-0, '$0.00'],
  [9_999_999_999_999.99, '$9,999,999,999,999.99'],
  [Number.NaN, '-'],
])('S2.99 R6.21 R6.25 R7.24 %s reads %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})

test('how many are shown', () => {
  expect(extentText(1, 1)).toBe('1 owner')
  expect(extentText(300_000, 300_000)).toBe('300,000 owners')
  expect(extentText(1204, 300_000)).toBe('1,204 of 300,000 owners')
})

test('S2.103 nothing found', () => {
  expect(nothingFoundText(2026, 'oil')).toBe('No records found for 2026 matching "oil".')
})

test('R7.115 the paper says which county is printed, and what was searched', () => {
  expect(printedPartText('Midland', ' oil ')).toBe('County: Midland · Search: oil')
  expect(printedPartText('Midland', '')).toBe('County: Midland')
  expect(printedPartText(null, '')).toBe('')
})
