import { expect, test } from 'vitest'
import { pageWindow, type PageStep } from './pager.tsx'

const CASES: readonly [current: number, total: number, PageStep[]][] = [
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 25, [1, 2, 'gap', 25]],
  [2, 25, [1, 2, 3, 'gap', 25]],
  [3, 25, [1, 2, 3, 4, 'gap', 25]],
  [4, 25, [1, 'gap', 3, 4, 5, 'gap', 25]],
  [5, 25, [1, 'gap', 4, 5, 6, 'gap', 25]],
  [24, 25, [1, 'gap', 23, 24, 25]],
  [25, 25, [1, 'gap', 24, 25]],
  [30, 25, [1, 'gap', 25]],
  [1, 0, []],
]

test.each(CASES)('S2.43 page %i of %i offers %j', (current, total, expected) => {
  expect(pageWindow(current, total)).toEqual(expected)
})
