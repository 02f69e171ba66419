import { expect, test } from 'vitest'
import { needsSorting, sortingOf } from './sort.ts'

test('R7.126 a heading sorts up, down, and back to the order of the list; dates begin with the newest', () => {
  expect(sortingOf('user', 'list')).toEqual({ direction: null, next: 'uploadedBy' })
  expect(sortingOf('user', 'uploadedBy')).toEqual({ direction: 'ascending', next: '-uploadedBy' })
  expect(sortingOf('user', '-uploadedBy')).toEqual({ direction: 'descending', next: 'list' })
  expect(sortingOf('date', 'best')).toEqual({ direction: null, next: '-date' })
  expect(sortingOf('date', '-date')).toEqual({ direction: 'descending', next: 'date' })
  expect(sortingOf('date', 'date')).toEqual({ direction: 'ascending', next: 'list' })
  expect(sortingOf('view', 'list')).toBeNull()
})

test('R7.127 the order of the list, also up by status, and file names take no sorting', () => {
  const orders = ['list', 'best', '-fileId', 'fileName', 'status'] as const
  expect(orders.filter((order) => needsSorting(order))).toEqual([])
  expect(needsSorting('-status')).toBe(true)
  expect(needsSorting('-county')).toBe(true)
})
