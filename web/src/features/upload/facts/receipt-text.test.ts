import { expect, test } from 'vitest'
import { receiptSummary } from './receipt-text.ts'

const RENDITION = { category: 'Industrial', type: 'Rendition' }

test('one line sums up the receipt, with the known facts', () => {
  const kinds = Array.from({ length: 100 }, () => RENDITION)
  expect(receiptSummary({ kinds, county: 'Midland' })).toBe('100 files · Industrial / Rendition · Midland')
  expect(receiptSummary({ kinds: [RENDITION], county: null })).toBe('1 file · Industrial / Rendition')
  const unknown = { category: undefined, type: undefined }
  expect(receiptSummary({ kinds: [unknown], county: 'Midland' })).toBe('1 file · Midland')
})

test('R3.33 the line of the receipt groups the files by category and type', () => {
  const mineral = { category: 'Mineral', type: 'Rendition' }
  expect(receiptSummary({ kinds: [RENDITION, mineral, RENDITION], county: 'Midland' })).toBe(
    '3 files · Industrial / Rendition (2), Mineral / Rendition (1) · Midland',
  )
  const many = Array.from({ length: 6 }, (_, at) => ({ category: 'Mineral', type: `Type ${at}` }))
  expect(receiptSummary({ kinds: many, county: null })).toBe(
    '6 files · Mineral / Type 0 (1), Mineral / Type 1 (1), Mineral / Type 2 (1), Mineral / Type 3 (1), 2 more',
  )
})
