import { expect, test } from 'vitest'
import {
  allOrNone,
  moveCursor,
  NOTHING_SELECTED,
  stepOf,
  pruneSelection,
  extendSelection,
  toggled,
} from './queue-selection.ts'

const FILES = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key }))

test('a range goes from where it began, either way, beside what was selected', () => {
  const first = toggled(NOTHING_SELECTED, FILES, 0)
  const third = moveCursor(first, FILES, 3)
  expect([...extendSelection(third, FILES, 4).keys]).toEqual(['a', 'd', 'e'])
  expect([...extendSelection(third, FILES, 1).keys]).toEqual(['a', 'b', 'c', 'd'])
  expect(extendSelection(third, FILES, 99).at).toBe(4)
  expect([...extendSelection(extendSelection(third, FILES, 4), FILES, 3).keys]).toEqual(['a', 'd'])
})

test('what was selected and is pressed again is not', () => {
  const twice = toggled(toggled(NOTHING_SELECTED, FILES, 1), FILES, 1)
  expect(twice.keys.size).toBe(0)
  expect(twice.at).toBe(1)
})

test('all, or none where all were', () => {
  const all = allOrNone(NOTHING_SELECTED, FILES)
  expect(all.keys.size).toBe(5)
  expect(allOrNone(all, FILES).keys.size).toBe(0)
})

test('what is gone is not selected any more', () => {
  const all = allOrNone(NOTHING_SELECTED, FILES)
  expect([...pruneSelection(all, FILES.slice(0, 2)).keys]).toEqual(['a', 'b'])
  expect(pruneSelection(all, FILES)).toBe(all)
  const last = moveCursor(NOTHING_SELECTED, FILES, 4)
  expect(pruneSelection(last, FILES.slice(0, 4)).at).toBe(3)
})

test('the arrows, Home and End lead through the list, other keys nowhere', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map((key) => stepOf(key, 2, 5))).toEqual([
    3,
    1,
    0,
    4,
    undefined,
  ])
})
