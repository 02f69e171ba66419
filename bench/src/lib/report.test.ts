import { expect, test } from 'vitest'
import { isMet, progress, tableRow, type Row } from './report.ts'

const row: Row = {
  work: 'list page',
  values: [0.6, 0.9, 0.69, 0.8, 0.72],
  goal: { atLeast: 0.7 },
  figures: '700 / 1000 requests a second',
  bytesPerAnswer: 19_012,
  cpu: { portal: 0.4, floor: null },
  voided: ['answered 503'],
  load: 1.23,
}

test('a row shows median and range, goal, verdict, bytes, processor time, void rounds and load', () => {
  expect(tableRow(row)).toBe(
    '| list page | 0.72 (0.60–0.90) | ≥ 0.7 | PASS | 700 / 1000 requests a second | 19,012 | 0.40 / ? | 5, 1 void | 1.2 |',
  )
})

test('the median decides, on either side of a goal', () => {
  expect(isMet(row)).toBe(true)
  expect(isMet({ ...row, goal: { atLeast: 0.73 } })).toBe(false)
  expect(isMet({ ...row, goal: { atMost: 0.72 } })).toBe(true)
  expect(isMet({ ...row, goal: { atMost: 0.71 } })).toBe(false)
})

test('a missed goal is named, with its reason if it is known', () => {
  const missed: Row = { ...row, goal: { atLeast: 0.9 }, reason: 'it asks the database first' }
  expect(tableRow(missed)).toContain('| MISS: it asks the database first |')
  expect(progress({ ...missed, unit: 'MB' })).toBe('MISS  list page: 0.72 MB')
})
