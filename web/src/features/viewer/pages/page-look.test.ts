import { expect, test } from 'vitest'
import { START, turned, zoomed } from './page-look.ts'

test('R16.1 zoom goes in steps and stays at its ends, and four turns lead back', () => {
  expect([zoomed(START, 1), zoomed(START, -1)]).toEqual([1.25, 0.75])
  expect(zoomed({ ...START, zoom: 4 }, 1)).toBe(4)
  expect(zoomed({ ...START, zoom: 0.5 }, -1)).toBe(0.5)
  const turns = [1, 2, 3, 4].reduce<(0 | 90 | 180 | 270)[]>(
    (all) => [...all, turned({ ...START, turn: all.at(-1) ?? 0 })],
    [],
  )
  expect(turns).toEqual([90, 180, 270, 0])
})
