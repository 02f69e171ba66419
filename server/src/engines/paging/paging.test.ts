import { expect, test } from 'vitest'
import { decodeCursor, pageOf } from './paging.ts'

const cursorOf = (row: number) => `row ${row}`
const parse = (cursor: string) => (cursor === 'row 2' ? 2 : null)

test.each([
  [[], [], null],
  [[1, 2], [1, 2], null],
  [[1, 2, 3], [1, 2], 'row 2'],
])('a page of two of %j is %j, and the next cursor is %j', (rows, page, next) => {
  expect(pageOf(rows, 2, cursorOf)).toEqual({ page, next })
})

test('a cursor is parsed, is null when it is missing, and is 400 when it is invalid', () => {
  expect(decodeCursor('row 2', parse)).toBe(2)
  expect(decodeCursor(undefined, parse)).toBeNull()
  expect(() => decodeCursor('', parse)).toThrow('after must be taken from the page before it.')
})
