import { expect, test } from 'vitest'
import { orderByValue } from '@portal/contract/owners/owner-order.ts'
import { columnsOf } from './owner-columns.test-data.ts'
import { readRoll, textAt } from './owner-roll.ts'
import { createSelectView } from './owner-view.ts'
import type { SortColumn } from '../owners-address.ts'

const ROLL = readRoll(
  columnsOf([
    ['abbott oil', 20, null],
    ['Abbott Oil Co', null, 5],
    ['BAKER', -3, 5],
    ['Cooper Oil', 1000, -1],
    ['Ötzi oil', 20, 0],
  ]),
)

function names(search: string, column: SortColumn = 'name', isDescending = false): string[] {
  const view = createSelectView(ROLL)({ search, sort: { column, isDescending } })
  return Array.from(view, (row) => textAt(ROLL.names, row))
}

test('by name: the order of the roll, and its reverse', () => {
  const all = ['abbott oil', 'Abbott Oil Co', 'BAKER', 'Cooper Oil', 'Ötzi oil']
  expect(names('')).toEqual(all)
  expect(names('', 'name', true)).toEqual(all.toReversed())
})

test('S2.101 R6.20 by value: as numbers, equal ones by name, rows without a value last both ways', () => {
  expect(names('', 'current')).toEqual(['BAKER', 'abbott oil', 'Ötzi oil', 'Cooper Oil', 'Abbott Oil Co'])
  expect(names('', 'current', true)).toEqual([
    'Cooper Oil',
    'abbott oil',
    'Ötzi oil',
    'BAKER',
    'Abbott Oil Co',
  ])
  expect(names('', 'prior', true)).toEqual(['Abbott Oil Co', 'BAKER', 'Ötzi oil', 'Cooper Oil', 'abbott oil'])
})

test('S2.96 a search finds rows that contain it, in any case, in the requested order', () => {
  expect(names('OIL')).toEqual(['abbott oil', 'Abbott Oil Co', 'Cooper Oil', 'Ötzi oil'])
  expect(names('OIL', 'current', true)).toEqual(['Cooper Oil', 'abbott oil', 'Ötzi oil', 'Abbott Oil Co'])
  expect(names('öTZI')).toEqual(['Ötzi oil'])
  expect(names('oil c')).toEqual(['Abbott Oil Co'])
  expect(names('co')).toEqual(['Abbott Oil Co', 'Cooper Oil'])
  expect(names('.*')).toEqual([])
  expect(names('oilabbott')).toEqual([])
})

test('a repeated view is the same one', () => {
  const selectView = createSelectView(ROLL)
  const wanted = { search: 'oil', sort: { column: 'prior', isDescending: true } } as const
  expect(selectView(wanted)).toBe(selectView({ ...wanted }))
})

test.each([false, true])(
  'numbers of every size are sorted like by a comparing sort (descending: %s)',
  (isDescending) => {
    const some = [
      0,
      -0,
      0.01,
      -0.01,
      1e15,
      -1e15,
      9_999_999_999_999.99,
      5e-324,
      Infinity,
      -Infinity,
      Number.NaN,
    ]
    const values = Float64Array.from({ length: 5000 }, (_value, n) =>
      n % 7 === 0 ? (some[n % some.length] ?? 0) : Math.round(Math.sin(n) * 10 ** (n % 15)) / 100,
    )
    const expected = Array.from(values.keys()).sort((one, other) => {
      const [a = 0, b = 0] = [values[one], values[other]]
      if (Number.isNaN(a) || Number.isNaN(b))
        return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other
      const difference = a === b ? 0 : a - b
      return (isDescending ? -difference : difference) || one - other
    })
    expect([...orderByValue(values, isDescending)]).toEqual(expected)
  },
)
