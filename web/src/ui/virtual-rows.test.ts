import { expect, test } from 'vitest'
import { AT_TOP, drawnHeight, rowsAround, scrolledTo } from './virtual-rows.ts'

const LINES = { count: 300_000, rowHeight: 38, viewport: 600 }
const CARDS = { count: 300_000, rowHeight: 218, viewport: 600 }

test('R6.23 only the visible rows are drawn, with some before and after', () => {
  expect(rowsAround(AT_TOP, LINES)).toEqual({ first: 0, end: 26 })
  expect(rowsAround({ top: 38_000, shift: 0 }, LINES)).toEqual({ first: 990, end: 1026 })
  expect(rowsAround({ top: drawnHeight(LINES) - 600, shift: 0 }, LINES)).toMatchObject({ end: 300_000 })
  expect(rowsAround(AT_TOP, { ...LINES, count: 3 })).toEqual({ first: 0, end: 3 })
})

test('a list within the browser’s height limit scrolls with its bar', () => {
  expect(drawnHeight(LINES)).toBe(300_000 * 38)
  expect(scrolledTo(5_000_000, AT_TOP, LINES)).toEqual({ top: 5_000_000, shift: 0 })
})

test('a taller one reaches its end, scrolls by pixels with the wheel and by its share with the bar', () => {
  const last = drawnHeight(CARDS) - CARDS.viewport
  expect(drawnHeight(CARDS)).toBe(15_000_000)
  expect(rowsAround(scrolledTo(last, AT_TOP, CARDS), CARDS)).toMatchObject({ end: 300_000 })
  expect(scrolledTo(0, scrolledTo(last, AT_TOP, CARDS), CARDS)).toEqual(AT_TOP)
  const dragged = scrolledTo(last / 2, AT_TOP, CARDS)
  const middle = rowsAround(dragged, CARDS)
  expect((middle.first + middle.end) / 2).toBeCloseTo(150_000, -1)
  const wheeled = scrolledTo(dragged.top + 100, dragged, CARDS)
  expect(wheeled.top + wheeled.shift - dragged.top - dragged.shift).toBe(100)
})

test('a wheel never scrolls past the ends', () => {
  const nearEnd = { top: 14_000_000, shift: 300_000 * 218 - 600 - 14_000_000 }
  const next = scrolledTo(nearEnd.top + 100, nearEnd, CARDS)
  expect(next.top + next.shift).toBe(300_000 * 218 - 600)
})
