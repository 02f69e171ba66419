import { expect, test } from 'vitest'
import type { Contents } from '../../lib/selection/selection.ts'
import { containsText, moreOf } from './selection-texts.ts'

const MATCHING = { filter: 'statusId=1', label: 'County: Reeves, Status: New', total: 1968, isComplete: true }
const PAGE = { ids: [3, 2, 1], matching: MATCHING }

const page = (change: Partial<typeof MATCHING>) => ({ ...PAGE, matching: { ...MATCHING, ...change } })
const files = (...ids: number[]): Contents => ({ kind: 'files', ids: new Set(ids) })
const all = (matching = MATCHING, ...except: number[]): Contents => {
  return { kind: 'all', matching, except: new Set(except) }
}

test.each([
  [files(1), '1 file selected'],
  [files(1, 2), '2 files selected'],
  [files(1, 8, 9), '3 files selected, 2 of them not on this page'],
  [files(8, 9), '2 files selected, none of them on this page'],
  [files(8), '1 file selected, not on this page'],
  [files(1, 2, 3), 'All 3 on this page are selected'],
  [files(1, 2, 3, 8), '4 files selected, 1 of them not on this page'],
  [all(), 'All 1,968 that match County: Reeves, Status: New'],
  [all(MATCHING, 1, 2, 3), '1,965 of 1,968 that match County: Reeves, Status: New'],
  [all({ ...MATCHING, label: '' }), 'All 1,968 files'],
  [
    all({ ...MATCHING, label: 'Search: plant', total: 10_000, isComplete: false }),
    'The 10,000 newest that match Search: plant',
  ],
])('R20.4 a selection says what it contains: %#', (contents, text) => {
  expect(containsText(contents, PAGE)).toBe(text)
})

test.each([
  [files(1), { what: 'page', text: 'Select all 3 on this page' }],
  [files(1, 2, 3), { what: 'all', text: 'Select all 1,968 that match' }],
  [all(), null],
])('R20.3 the page is offered first, and then all that match: %#', (contents, more) => {
  expect(moreOf(contents, PAGE)).toEqual(more)
})

test('R20.3 R20.5 a list of one page offers no more, and a search with more hits offers the newest', () => {
  expect(moreOf(files(1, 2, 3), page({ total: 3 }))).toBeNull()
  expect(containsText(files(1, 2, 3), page({ total: 3 }))).toBe('All 3 files are selected')
  expect(moreOf(files(1, 2, 3), page({ total: 10_000, isComplete: false }))?.text).toBe(
    'Select the 10,000 newest that match',
  )
  expect(moreOf(files(1, 2, 3), page({ label: '' }))?.text).toBe('Select all 1,968 files')
})
