import { expect, test } from 'vitest'
import { receiptSummary } from './receipt-text.ts'

test('one line sums up the receipt, with the known facts', () => {
  const facts = { count: 100, category: 'Industrial', type: 'Rendition', county: 'Midland' }
  expect(receiptSummary(facts)).toBe('100 files · Industrial / Rendition · Midland')
  expect(receiptSummary({ ...facts, count: 1, county: null })).toBe('1 file · Industrial / Rendition')
  expect(receiptSummary({ ...facts, category: undefined, type: undefined })).toBe('100 files · Midland')
})
