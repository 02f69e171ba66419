import { expect, test } from 'vitest'
import { fieldsOf, rowsOf, UnreadableAnswer } from './wire.ts'

test.each([null, undefined, '', 'done', 7])('%j has no fields, and its rows cannot be read', (answer) => {
  expect(fieldsOf(answer)).toEqual({})
  expect(() => rowsOf(answer as null)).toThrow(UnreadableAnswer)
})

test('a response keeps its fields, and a list its rows', () => {
  expect(fieldsOf({ files: [1] })).toEqual({ files: [1] })
  expect(rowsOf([{ ID: 1 }, {}])).toEqual([{ ID: 1 }, {}])
  expect(rowsOf([])).toEqual([])
})

test.each([null, 'row', 7])('a list with %j in it cannot be read', (row) => {
  expect(() => rowsOf([{ ID: 1 }, row])).toThrow(UnreadableAnswer)
})
